/** An element with attributes and children. No markup is parsed: the tree is made under any content security policy. */
export const makeElement = (
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElement => {
  const { xmlns = 'http://www.w3.org/1999/xhtml' } = attributes;
  const element = document.createElementNS(xmlns, name) as HTMLElement;
  for (const attribute in attributes) element.setAttribute(attribute, attributes[attribute]!);
  element.append(...children);
  return element;
};
