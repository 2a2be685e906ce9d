/** The listeners of one element on its input. */
export const onInput = ['compositionend', 'focus', 'focusout', 'input', 'invalid', 'keydown'];

/** Its listeners on the window. */
export const onWindow = 'click formdata keydown pageshow pointercancel pointerdown pointerup reset submit'.split(' ');

/** The same while something is shown: the element looks at the field at each press. */
export const whileShown = [...onWindow, 'click', 'keydown', 'pointerdown'].sort();
