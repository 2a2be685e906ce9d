import type { Catalogue } from '../messages.js';

/** The texts of the element, in German. */
export const catalogue: Catalogue = {
  noAt: 'Ergänzen Sie das @, wie in name@example.com',
  noLocal: 'Ergänzen Sie den Teil vor dem @',
  noDomain: 'Ergänzen Sie den Teil nach dem @, etwa example.com',
  manyAt: 'Verwenden Sie nur ein @',
  space: 'Entfernen Sie das Leerzeichen',
  dots: 'Entfernen Sie den überflüssigen Punkt',
  tooLong: 'Verwenden Sie höchstens 254 Zeichen',
  format: 'Verwenden Sie die Form name@example.com',
  checking: 'Adresse wird geprüft\u00a0…',
  holding: 'Adressprüfung wird abgeschlossen\u00a0…',
  safe: 'Diese Adresse kann E-Mails empfangen',
  disposable:
    'Das sieht nach einer temporären Adresse aus. Verwenden Sie eine dauerhafte, damit unsere E-Mails Sie erreichen',
  role: 'Das sieht nach einem geteilten Postfach aus. Kein Problem, wenn Sie es lesen können',
  acceptAll: 'Wir konnten dieses Postfach nicht bestätigen. Prüfen Sie die Schreibweise',
  risky: 'E-Mails an diese Adresse kommen vielleicht nicht an. Prüfen Sie sie oder fahren Sie fort',
  free: 'Verwenden Sie Ihre berufliche Adresse',
  deny: 'Adressen von {domain} sind hier nicht möglich',
  invalid: 'E-Mails an diese Adresse kommen wahrscheinlich zurück. Prüfen Sie sie auf Tippfehler',
  override: 'Adresse trotzdem verwenden',
  blocked: 'Ändern Sie die Adresse, um fortzufahren',
  suggest: 'Meinten Sie {address}?',
  use: '{address} verwenden',
  keep: 'Meine Eingabe behalten',
  accepted: 'E-Mail-Adresse in {address} geändert',
  undo: 'Zurück zu {previous}',
  limit:
    'Das Tageslimit für Adressprüfungen in Ihrem Netzwerk ist erreicht. Sie können sich trotzdem registrieren: Prüfen Sie die Adresse selbst',
  offline: 'Sie sind offline, daher wurde die Adresse nicht geprüft. Sie können fortfahren',
  timeout: 'Die Prüfung dauerte zu lange und wurde übersprungen. Sie können fortfahren',
  unavailable: 'Wir konnten die Adresse gerade nicht prüfen. Sie können fortfahren',
};
