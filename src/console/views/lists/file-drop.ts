import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { texts } from './texts.js';

/** What is dropped on the page. */
export interface DropTarget {
  /** Whether something that may be dropped is over the page. */
  hover(isOver: boolean): void;
  drop(files: FileList | null): void;
}

/** The file that was given, or why it is none or too many, as a sentence. */
export const oneFile = (files: FileList | null): File | string => {
  const [file, another] = files ?? [];
  if (!file || !files) return texts.noFile;
  return another ? texts.severalFiles(files.length) : file;
};

const hasFiles = (event: DragEvent): event is DragEvent & { readonly dataTransfer: DataTransfer } =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** Takes files that are dropped anywhere on the page while its view is shown: a browser would open them in its place. */
export class FileDrop implements ReactiveController {
  readonly #target: DropTarget;
  readonly #listeners: Readonly<Record<string, (event: DragEvent) => void>>;

  constructor(host: ReactiveControllerHost, target: DropTarget) {
    this.#target = target;
    this.#listeners = { dragenter: this.#over, dragover: this.#over, dragleave: this.#leave, drop: this.#drop };
    host.addController(this);
  }

  hostConnected(): void {
    for (const [type, listener] of Object.entries(this.#listeners))
      window.addEventListener(type, listener as (event: Event) => void);
  }

  hostDisconnected(): void {
    for (const [type, listener] of Object.entries(this.#listeners))
      window.removeEventListener(type, listener as (event: Event) => void);
  }

  readonly #over = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    // Behind a dialog nothing can be used.
    const isFree = !document.querySelector('dialog[open]');
    event.dataTransfer.dropEffect = isFree ? 'copy' : 'none';
    this.#target.hover(isFree);
  };

  readonly #leave = (event: DragEvent): void => {
    // From one part of the page to another, both are named.
    if (!event.relatedTarget) this.#target.hover(false);
  };

  readonly #drop = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    this.#target.hover(false);
    if (!document.querySelector('dialog[open]')) this.#target.drop(event.dataTransfer.files);
  };
}
