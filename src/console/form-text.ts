/** The text of a field in a form, without blanks around it; `''` if it is empty or missing. */
export const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
