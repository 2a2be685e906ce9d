import { make } from './cell.js';

/**
 * The shadow tree. The box and the status region are there from the first render: the one so that nothing moves, the other so
 * that assistive technology knows it.
 */
export const buildShadow = (root: ShadowRoot) => {
  const box = make('div', { class: 'box' });
  const logo = make('span', { class: 'logo' });
  const status = make('div', { role: 'status' });
  const line = make('div', { class: 'line', part: 'line' }, box, logo);
  root.append(make('slot'), line, make('slot', { name: 'hint' }), make('slot', { name: 'description' }), status);
  return { line, box, logo, status };
};
