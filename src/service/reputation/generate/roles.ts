/** Given and family names that the list of role names has. */
export const neverRole: readonly string[] = ['alexa', 'gardner'];
