"""Matches as pages: a record as one JSON document, and the HTML page that draws it in a browser.

The script and the style of the page, viewer.js and viewer.css, are built from viewer/ at the top of the repository and
committed. No asyncio and no gRPC here.
"""
