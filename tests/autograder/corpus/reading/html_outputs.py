# HTML, SVG, JavaScript, widgets and LaTeX that would run or load something.
# own cell: total
from IPython.display import HTML, SVG, Javascript, Markdown, Latex, display, publish_display_data
for text in ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg><script>alert(1)</script></svg>",
             "<iframe srcdoc='<script>alert(1)</script>'></iframe>", "<a href='javascript:alert(1)'>x</a>",
             "<form action='/logout'><button>x</button></form>", "<style>@import 'http://e.org'</style>",
             "<math><mtext></form><form><mglyph><svg><mtext><textarea><path id='</textarea><img onerror=alert(1) src=1>'>",
             "<meta http-equiv=refresh content='0;url=http://e.org'>", "<base href='http://e.org'>", "<object data=x></object>"]:
    display(HTML(text)); display(Markdown(text)); display(Latex(text))
    publish_display_data({"image/svg+xml": text, "text/html": text, "text/plain": text})
publish_display_data({"application/javascript": "alert(1)", "application/vnd.jupyter.widget-view+json": {"model_id": "x"}, "text/plain": "\x1b[2J"})
display(Javascript("alert(1)"))
