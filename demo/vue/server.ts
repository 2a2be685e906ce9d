import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import type { PageFillings } from '../page-fillings.js';
import { Forms } from './forms.js';

/** The page's markup, which its script takes over. */
export const render = (fillings: PageFillings): Promise<string> => renderToString(createSSRApp(Forms, { ...fillings }));
