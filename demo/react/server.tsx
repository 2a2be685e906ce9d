import { renderToString } from 'react-dom/server';
import type { PageFillings } from '../page-fillings.js';
import { Forms } from './forms.js';

/** The page's policy allows no inline script. React's keeps what is sent before it has hydrated, by a form with an action. */
const replayScript = /<script>.*<\/script>$/s;

export const render = (fillings: PageFillings): string =>
  renderToString(<Forms {...fillings} />).replace(replayScript, '');
