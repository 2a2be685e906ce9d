import { html, type TemplateResult } from 'lit';
import { ConsoleView } from '../../console-view.js';

export class SessionsView extends ConsoleView {
  protected override async load(): Promise<void> {}

  protected override render(): TemplateResult {
    return html`<header class="page-header"><h1>Sessions</h1></header>
      ${this.failureNotice()}`;
  }
}
