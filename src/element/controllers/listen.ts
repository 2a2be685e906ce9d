/** Listens for several types of events at once. */
export const listen = (
  target: EventTarget,
  listeners: Readonly<Record<string, unknown>>,
  options: AddEventListenerOptions,
): void => {
  for (const type in listeners) target.addEventListener(type, listeners[type] as EventListener, options);
};
