/**
 * Words that people use in addresses but not as names: half of the local parts that look like a name do not name a
 * person.
 */
const NAMELESS: ReadonlySet<string> = new Set(
  `account admin alias and app backup best blog book bookings bot box cafe chat club co company contact cool crew
  customer dear demo desk dev dept department dot email example fake family fans first firstname foo bar baz
  forum free from fullname fun game gamer games gaming get gmbh group guest guy hello help here home house hotel inbox inc
  info invoice its job jobs just last lastname list llc login ltd mail mailbox main manager master me media member mr mrs ms
  music my myself name new news newsletter nickname no noname not null office official old online only order orders our page
  personal photo photography post press private pro project public real reply sale sales sample school secret server service
  services shop site smtp social spam staff store studio support surname sys system team temp test tester testing the this
  throwaway ticket tmp trash undefined unknown user username video web webmaster website work world you your yours`.split(
    /\s+/u,
  ),
);

/** Whether a word of an address is not part of a person's name. */
export const isNameless = (word: string): boolean => NAMELESS.has(word.toLowerCase());
