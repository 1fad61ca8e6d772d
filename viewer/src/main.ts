import { html, render } from "lit-html";

render(html`<p>Loading.</p>`, document.body);
