# A login page that was saved in its place.
# failed: web page
def change(notebook, folder):
    return "<!DOCTYPE html><html><script>alert(1)</script></html>"
