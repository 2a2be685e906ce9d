import { ConsoleApp } from './app/console-app.js';
import { ConsoleCopy } from './copy-button.js';
import { takeLinkToken } from './link-token.js';
import { SnippetPanel } from './views/keys/snippet-panel.js';
import { defineViews } from './views.js';

// Before anything else: a token that is seen is a token that is lost.
const token = takeLinkToken(location, history);
customElements.define('console-app', ConsoleApp);
customElements.define('console-copy', ConsoleCopy);
customElements.define('console-snippet', SnippetPanel);
defineViews();

const app = new ConsoleApp();
app.linkToken = token;
document.body.append(app);
