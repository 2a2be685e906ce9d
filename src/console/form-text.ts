/** The text of a field in a form, without blanks around it; `''` if there is none. */
export const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
