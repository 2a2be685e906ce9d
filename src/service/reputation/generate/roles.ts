/**
 * The words of offices that the list of role names lacks, by language: sales, support, information, accounts, press, jobs, privacy, orders,
 * reception and their kin, as local parts have them (without marks; with them too where people write them so). No word is a name that a
 * person has, in any language: `Handel` and `Personal` are left out.
 */
const rolesByLanguage: Readonly<Record<string, string>> = {
  English: `
    accounts-payable accounts-receivable bids bookkeeping bounce bounces callcenter certs cfo cio ciso cmo coo csirt cto
    customer-service customer-support data-protection dataprotection dkim dmarc dmarc-reports dmarcreports dpo ethics
    front-desk gdpr info1 info2 it-helpdesk it-support itdesk newsroom oncall ombudsman orderdesk payables pressoffice pressroom
    psirt quotations receivables refund refunds remittance returns rma service-desk soc spares sre switchboard sysop sysops
    tender tenders tls-reports tlsrpt treasury vacancies vat warranty whistleblower whistleblowing`,
  German: `
    anfrage anfragen anmeldung anzeigen apotheke aufträge auftrag auftraege ausbildung auskunft aussendienst beschwerde beschwerden
    bestellungen bewerbung bewerbungen bibliothek buchung buchungen buero büro datenschutz datenschutzbeauftragter dsb dsgvo edv
    einkauf empfang entwicklung gemeinde geschaeftsfuehrung geschaeftsleitung geschaeftsstelle geschäftsführung geschäftsleitung
    geschäftsstelle hausverwaltung hilfe impressum innendienst karriere kundenbetreuung kundencenter kundendienst kundenservice
    lager logistik personalabteilung poststelle praktikum presse pressestelle qualitaet qualität rathaus rechnung rechnungen
    rechnungseingang rechnungswesen redaktion reklamation reklamationen reparatur reservierung reservierungen retouren rezeption
    schulleitung sekretariat stadtverwaltung technik verein versand vertrieb verwaltung werbung werkstatt widerruf`,
  French: `
    abonnement abonnements accueil achats adherents adhesion aide assistance boutique candidature candidatures commande commandes
    commerciaux comptabilité donneespersonnelles drh ecole emploi emplois expedition expeditions facturation facture factures
    informations inscription inscriptions juridique livraison livraisons logistique magasin mairie ne-pas-repondre nepasrepondre
    paiement paiements publicite reclamation reclamations reglement renseignement renseignements ressourceshumaines rgpd sav
    secretariat service-client service-clients standard technique vente ventes`,
  Spanish: `
    almacen atencion atencioncliente ayuda ayuntamiento calidad citas clientes cobros compras cotizaciones curriculum empleo envios
    facturas inscripciones lopd matricula no-responder noresponder pagos pedidos posventa postventa prensa presupuesto presupuestos
    privacidad protecciondedatos publicidad quejas reclamaciones sugerencias taller tienda trabajo`,
  Italian: `
    acquisti aiuto assistenza assistenzaclienti candidature centralino clienti fatturazione fatture informazioni iscrizioni
    lavoraconnoi legale magazzino negozio nonrispondere pagamenti prenotazioni presidenza preventivi pubblicita qualita reclami
    ricevimento richieste risorseumane scuola segreteria servizioclienti spedizioni stampa supporto tecnico ufficiolegale
    ufficiostampa ufficiotecnico vendite`,
  Portuguese: `
    ajuda almoxarifado apoio apoiocliente cobranca curriculo curriculos emprego entregas estoque expedicao faturacao faturas imprensa
    informacoes inscricoes juridico lgpd loja matriculas nao-responda naoresponda oficina orcamento orcamentos ouvidoria pagamentos
    privacidade protecaodedados reclamacoes recepcao tesouraria trabalheconosco vagas`,
  Dutch: `
    afspraken bestelling bestellingen boekhouding communicatie crediteuren debiteuren directie facturatie facturen gemeente hulp
    informatie inkoop inschrijving inschrijvingen juridisch klachten klanten klantenservice levering magazijn nietbeantwoorden
    offerte offertes ondersteuning pers personeelszaken persvoorlichting receptie reclame redactie reservering reserveringen
    retouren sollicitatie sollicitaties techniek vacatures verhuur verkoop werkplaats `,
  Polish: `
    biuro daneosobowe dyrekcja dyrektor dzialhandlowy faktury finanse gmina handlowy informacja iod iodo jakosc kadry kariera
    klient ksiegowosc księgowość logistyka magazyn nieodpowiadaj obslugaklienta oferta oferty pomoc praca prasa prawny recepcja
    redakcja rejestracja reklamacje rekrutacja rezerwacja rezerwacje rodo serwis sklep sprzedaz sprzedaż szkola urzad wsparcie wysylka
    zakupy zamowienia zamowienie zamówienia zapytania zarzad zwroty`,
  Czech: `
    doprava dotazy eshop fakturace informace inzerce kvalita nabidky nakup neodpovidat objednavka objednavky obchod personalni platby
    podatelna podpora poptavka poptavky poverenec pravni prihlasky prodej recepce redakce reditel reklamace rezervace servis     tisk tiskove ucetni uctarna urad vedeni zakaznici zakaznickapodpora zakaznickyservis`,
  Slovak: `fakturacia informacie objednavky podpora predaj predajna uctaren zakaznici`,
  Swedish: `
    annons beställning bestallning bokforing bokföring bokning bokningar dataskydd dataskyddsombud ekonomi faktura fakturor forsaljning
    försäljning hjalp hjälp inkop inköp jobb juridik kansli karriar klagomal kommun kund kundservice kundtjanst kundtjänst ledning
    leverans offert receptionen redaktionen registrator rekrytering reskontra styrelse styrelsen vaxel växel verkstad`,
  Danish: `
    annonce bestilling bestillinger bestyrelse bogholderi databeskyttelse direktion fakturaer forsendelse hjaelp hjælp indkob indkøb
    kommune kontor kunder ledelse okonomi økonomi omstilling ordre regnskab rekruttering salg tilbud vaerksted`,
  Norwegian: `
    annonse hjelp innkjop innkjøp kundesenter kundestotte personvern personvernombud postmottak redaksjon regnskap resepsjon
    sentralbord styret verksted`,
  Finnish: `
    ajanvaraus asiakas asiakaspalvelu hallinto hallitus hankinta henkilosto henkilöstö huolto johto kauppa kirjaamo kirjanpito korjaamo
    koulu lakiasiat laskut laskutus mainonta mainos myynti neuvonta osto ostot palaute reklamaatiot rekry rekrytointi talous
    taloushallinto tarjoukset tarjouspyynnot tiedotus tiedustelut tietosuoja tietosuojavastaava tilaukset tilaus toimisto toimitus
    tuki vaihde varasto varaukset varaus vastaanotto verkkokauppa viestinta viestintä`,
  Turkish: `
    basın belediye bilgi danisma danışma destek fatura finans gizlilik hukuk ihracat iletisim iletişim ik insankaynaklari
    insankaynakları ithalat kalite kargo kariyer kayit kvkk lojistik magaza muhasebe musteri musterihizmetleri müşterihizmetleri
    odeme okul pazarlama reklam resepsiyon rezervasyon satinalma satınalma satis satış sekreter sekreterlik sikayet şikayet siparis
    sipariş teklif teklifler teknik teknikservis yardim yardım yonetim yönetim`,
  Russian: `
    administraciya bronirovanie buh buhgalter buhgalteria buhgalteriya dostavka kachestvo kadry kontakty logist logistika
    magazin otdelkadrov otdelprodazh podderzhka pomosh pressa priemnaya prodaji prodazhi rabota redakciya sekretar servis sklad
    snabzhenie spravka tehpodderzhka vakansii yurist zakazy zakupki
    администрация бронирование бухгалтер бухгалтерия вакансии директор дирекция доставка заказ заказы закупки инфо кадры канцелярия
    качество контакты логистика магазин отделкадров отделпродаж офис поддержка помощь почта пресса приемная приёмная продажи работа
    редакция реклама секретарь сервис склад снабжение справка тендер техподдержка юрист`,
  Ukrainian: `
    pidtrymka prodazh zamovlennya бухгалтерія відділкадрів довідка замовлення приймальня продаж продажі підтримка`,
  Hungarian: `
    adatvedelem beszerzes ertekesites foglalas informacio kapcsolat karrier konyveles panasz penzugy recepcio rendeles
    sajto segitseg szamla szamlazas szerviz titkarsag ugyfelszolgalat`,
  Romanian: `achizitii cariere contabilitate facturi oferte receptie relatiiclienti resurseumane suport vanzari`,
  'Croatian, Serbian and Slovene': `
    knjigovodstvo nabava narudzbe podrska posao prodaja racunovodstvo recepcija reklamacije rezervacije tajnistvo uprava urednistvo`,
  Greek: `exypiretisi grammateia kratiseis logistirio parangelies`,
  Japanese: `
    butsuryu chumon chuumon eigyo eigyou hassou hinshitsu jimukyoku jinji juchu kaihatsu kaikei kojinjouhou kouhou madoguchi
    otoiawase saiyo saiyou soumu toiawase uketsuke yoyaku`,
  Chinese: `
    bangongshi caigou caiwu dingdan fapiao fuwu guanggao kefu qiantai shangwu shouhou tousu xiaoshou xingzheng
    zhaopin `,
  Korean: `gogaek munui yeongeop`,
  Indonesian: `bantuan karir keuangan layanan pelanggan pembelian pemesanan pengaduan penjualan`,
  Vietnamese: `banhang chamsockhachhang cskh hotro ketoan lienhe tuyendung`,
};

/** The same words, each once. */
export const alsoRole: readonly string[] = [
  ...new Set(Object.values(rolesByLanguage).flatMap((words) => words.trim().split(/\s+/))),
];

/** Words of the list of role names that are no roles: places, and names that people have. Numbers are left out by rule. */
export const neverRole: readonly string[] = `
    berlin boston ca chicago china denver europe france india la latam montreal newyork northamerica ny nyc paris sanfrancisco seattle
    sf sfo singapore stockholm sydney uk us usa
    alexa alla brand gardner per sem`
  .trim()
  .split(/\s+/);
