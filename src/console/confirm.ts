import { html, render } from 'lit';

/** A question before something that cannot be undone. */
export interface Question {
  readonly title: string;
  /** What happens then, as a sentence or two. */
  readonly text: string;
  /** The words of the button, such as `Revoke key`. */
  readonly action: string;
  /** The words of the other button; `Cancel` if absent. */
  readonly keep?: string;
  /** Whether something is lost. */
  readonly isDanger?: boolean;
}

/** Asks in a dialog. Resolves with whether the action was chosen; the focus goes back to where it was. */
export const confirm = ({ title, text, action, keep = 'Cancel', isDanger = false }: Question): Promise<boolean> => {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog';
  dialog.setAttribute('aria-labelledby', 'confirm-title');
  dialog.setAttribute('aria-describedby', 'confirm-text');
  render(
    html`<form method="dialog">
      <h2 id="confirm-title">${title}</h2>
      <p id="confirm-text">${text}</p>
      <div class="dialog-actions">
        <button class="button" value="" autofocus>${keep}</button>
        <button class="button ${isDanger ? 'button-danger' : 'button-primary'}" value="yes">${action}</button>
      </div>
    </form>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
};
