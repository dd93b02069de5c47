"""Dates as text -> UTC without a time zone, which is how nbgrader keeps them."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

LONGEST = 80


def utc(text: str) -> datetime:
    """`2027-02-15 23:59:00 UTC`, or any usual form; without a zone it is UTC. Raises ValueError."""
    text = text.strip()
    if len(text) > LONGEST:
        raise ValueError("that is too long for a date")
    *date, last = text.split()
    zone = UTC if last in ("UTC", "Z") else None
    if zone is None and date and last[0].isalpha():
        zone = _named(last)
    try:
        moment = _moment(" ".join(date) if zone else text)
        moment = moment.replace(tzinfo=zone) if zone else moment
        return moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else moment
    except OverflowError:
        raise ValueError("that is no date of this age") from None


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        from dateutil import parser  # for the other forms, which are rare

        return parser.parse(text)


def _named(zone: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(zone)
    except (ValueError, OSError, LookupError):
        return None
