import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { EmailCheckElement } from '../element/email-check-element.js';
import type { EmailCheckEventMap } from '../element/events.js';
import type { Attributes, Properties } from './settings.js';

/** React adds a listener for the text after `on`, letter by letter: `onemail-check-verdict`. */
type Handlers = {
  [Type in keyof EmailCheckEventMap as `on${Type}`]?: ((event: EmailCheckEventMap[Type]) => void) | undefined;
};

type EmailCheckProps = DetailedHTMLProps<HTMLAttributes<EmailCheckElement>, EmailCheckElement> &
  Attributes &
  Properties &
  Handlers;

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- React declares its elements in a namespace.
  namespace JSX {
    interface IntrinsicElements {
      /** A field whose email address is checked. Around it stands the page's own `<input>`. */
      'email-check': EmailCheckProps;
    }
  }
}
