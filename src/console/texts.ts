/** What the frame around the views says. */
export const texts = {
  product: 'email-check',
  skip: 'Skip to the content',
  menu: 'Menu',
  account: 'Account',
  chooseAccount: 'Choose an account',
  closed: '(closed)',
  navigation: 'Account',
  operatorNavigation: 'Service',
  signOut: 'Sign out',
  version: (version: string) => `Version ${version}`,
  notFound: 'There is nothing here',
  notFoundText: 'The link is wrong, or this session does not reach what it leads to.',
  home: 'Go to the start',
  unreached: 'The service does not answer. What is shown here may be old. This page keeps trying.',
  reachedAgain: 'The service answers again.',
  starting: 'Loading…',
  failed: 'The console could not start',
  tryAgain: 'Try again',
  signedOut: 'You are signed out.',

  signIn: 'Sign in with a link',
  signInText:
    'The console has no passwords. On the machine of the service, run this command, and open the link that it prints:',
  signInAccount:
    'For one account alone, add its number, such as --account 3. If someone else runs the service, ask them for a link.',
  linkExpired: 'This link has expired',
  linkExpiredText: 'A link works once, and for ten minutes. Make a new one on the machine of the service:',
  sessionEnded: 'Your session has ended',
  sessionEndedText:
    'It was ended from another session, or not used for 12 hours. To sign in again, run this command on the machine of the service:',
  command: 'email-check console link',
  commandName: 'the command',
} as const;
