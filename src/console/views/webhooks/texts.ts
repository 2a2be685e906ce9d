import type { DeliveryInfo } from '../../../wire/console/index.js';

/** What the view of webhooks says. */
export const texts = {
  title: 'Webhooks',
  loading: 'Loading…',

  empty: 'No webhook yet',
  emptyText:
    'This service can tell your site when a list ends, waits for credits or fails, and when credits run low: with a signed POST to an https URL of yours.',
  set: 'Set a URL',

  address: 'URL',
  addressText: 'Events of this account are sent here, each signed with the secret.',
  change: 'Change',
  test: 'Send a test event',
  testTold: 'A test event is on its way: see the first delivery below.',
  rotate: 'Rotate secret',
  remove: 'Remove',
  formerUntil: (time: string) => `Events are signed with the former secret too until ${time}.`,

  setTitle: 'Set a URL',
  changeTitle: 'Change the URL',
  url: 'URL for events',
  urlHint: 'It begins with https: and can be reached from the internet.',
  setAction: 'Set URL',
  changeAction: 'Save',
  setTold: 'The URL is saved.',
  rotateTitle: 'Rotate the secret',
  rotateText: (hasFormer: boolean) =>
    hasFormer
      ? 'A new secret is made. The present one signs for a while longer; the one before it does not any more.'
      : 'A new secret is made. For a while, events are signed with the present one too, so that you can change over.',
  rotateAction: 'Make new secret',
  removeTitle: 'Remove the URL',
  removeText: 'No events are sent any more, and those that wait are given up. The secret is deleted.',
  removeAction: 'Remove URL',
  removedTold: 'The URL is removed.',

  secretTitle: 'Your webhook secret',
  secretItself: 'the secret',
  secretPlace: 'Your server verifies events with it. Keep it there.',

  notice: 'Notice of low credits',
  noticeText: (number: string) => `You are told when the account has fewer than ${number}.`,
  noNotice: 'You are not told when the account’s credits run low.',
  noticeChange: 'Change',
  noticeTitle: 'Notice of low credits',
  noticeField: 'Tell me below this number of credits',
  noticeHint: 'Leave it empty for no notice. Without a URL, the console alone shows it.',
  noticeAction: 'Save',
  noticeTold: 'The notice is saved.',

  deliveries: 'Deliveries',
  noDeliveries: 'Nothing was sent yet. An event is listed here when a list ends, or when you send a test event.',
  columns: {
    event: 'Event',
    state: 'State',
    answer: 'Last answer',
    tries: 'Tries',
    time: 'Time',
    next: 'Next try',
    actions: 'Actions',
  },
  states: { delivered: 'Delivered', waiting: 'Waiting', failed: 'Given up' } satisfies Record<
    DeliveryInfo['state'],
    string
  >,
  sendAgain: 'Send again',
  sentTold: 'The event is sent again.',
  noAnswer: '–',
  soon: 'now',

  verify: 'Verify events on your server',
  verifyText: 'An event can come more than once: remember its id. The package checks the signature and its age.',
  sample: 'the sample',
} as const;

/** How a server that speaks `fetch` verifies an event. */
export const sample = `import { verifyWebhook } from 'email-check-element/webhook';

export async function POST(request: Request) {
  const event = await verifyWebhook({ request, secret: process.env.EMAIL_CHECK_WEBHOOK_SECRET! });
  if (event.type === 'list.completed') console.log(event.id, event.data.list_name);
  return new Response(null, { status: 204 });
}
`;
