import type { Catalogue } from '../messages.js';

/** The texts of the element, in Irish. */
export const catalogue: Catalogue = {
  noAt: 'Cuir isteach comhartha @, m.sh. ainm@example.com',
  noLocal: 'Cuir isteach an chuid roimh an @',
  noDomain: 'Cuir isteach an chuid i ndiaidh an @, m.sh. example.com',
  manyAt: 'Ná húsáid ach aon @ amháin',
  space: 'Bain an spás as an seoladh',
  dots: 'Bain amach an ponc breise',
  tooLong: 'Ná húsáid níos mó ná 254 carachtar',
  format: 'Úsáid an fhoirm ainm@example.com',
  checking: 'An seoladh á sheiceáil…',
  holding: 'Seiceáil an tseolta á críochnú…',
  safe: 'Glacann an seoladh seo le ríomhphost',
  disposable:
    'Is cosúil gur seoladh sealadach é seo. Úsáid ceann a choinneoidh tú, ionas go bhfaighidh tú ár ríomhphoist',
  role: 'Is cosúil gur bosca roinnte é seo. Ní fadhb é sin más féidir leat é a léamh',
  acceptAll: 'Níorbh fhéidir an bosca ríomhphoist seo a dheimhniú. Seiceáil an litriú',
  risky: 'Seans nach sroichfidh ríomhphost an seoladh seo. Seiceáil é, nó lean ort',
  free: 'Úsáid do ríomhphost oibre',
  deny: 'Ní féidir seoltaí {domain} a úsáid anseo',
  invalid: 'Is dócha nach nglacfar le ríomhphost chuig an seoladh seo. Féach an bhfuil botún clóscríofa ann',
  override: 'Úsáid an seoladh seo mar sin féin',
  blocked: 'Athraigh an seoladh chun leanúint ort',
  suggest: 'An {address} a bhí i gceist agat?',
  use: 'Úsáid {address}',
  keep: 'Coinnigh mar a scríobh mé é',
  accepted: 'Athraíodh an seoladh ríomhphoist go {address}',
  undo: 'Athraigh ar ais go {previous}',
  limit:
    'Tá teorainn an lae inniu ar sheiceálacha seoltaí bainte amach ar do líonra. Is féidir leat clárú fós, ach seiceáil an seoladh tú féin',
  offline: 'Tá tú as líne, mar sin níor seiceáladh an seoladh seo. Is féidir leat leanúint ort',
  timeout: 'Bhí an tseiceáil rófhada, mar sin scipeálamar í. Is féidir leat leanúint ort',
  unavailable: 'Níorbh fhéidir an seoladh a sheiceáil faoi láthair. Is féidir leat leanúint ort',
};
