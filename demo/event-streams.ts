/** Streams of Server-Sent Events (HTML §9.2) to any number of pages. */
export interface EventStreams {
  /** An answer that begins with these events and goes on with all that are sent. */
  open(first: readonly ServerEvent[]): Response;
  send(event: ServerEvent): void;
  /** Ends every stream. */
  close(): void;
}

/** One event; `data` is sent as JSON. */
export interface ServerEvent {
  readonly name: string;
  readonly data: unknown;
}

/** Events that may wait for one who does not read them: more than a page is sent when it opens. */
const FAR_BEHIND = 2_000;

const encoder = new TextEncoder();

const written = ({ name, data }: ServerEvent): Uint8Array =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

export const createEventStreams = (): EventStreams => {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const end = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    open.delete(controller);
    controller.close();
  };
  return {
    open(first) {
      let own: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller;
          open.add(own);
          for (const event of first) own.enqueue(written(event));
        },
        cancel() {
          open.delete(own);
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' } });
    },

    send(event) {
      const bytes = written(event);
      for (const controller of open) {
        if ((controller.desiredSize ?? 0) < -FAR_BEHIND) end(controller);
        else controller.enqueue(bytes);
      }
    },

    close() {
      for (const controller of open) end(controller);
    },
  };
};
