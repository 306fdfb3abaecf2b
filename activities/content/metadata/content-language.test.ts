import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { contentLanguage } from './content-language.ts'
import { collectFacts } from './page-facts.ts'

const languageOf = (html: string): string | null => contentLanguage(collectFacts(parseTree(html).document, true).texts)

const paragraphs: [language: string, text: string][] = [
  ['en', 'The ferry leaves the harbour at six, and the boats that are still on the water come back before it is dark. You can buy your ticket from the office by the bridge.'],
  ['de', 'Die Fähre verlässt den Hafen um sechs, und die Boote, die noch auf dem Wasser sind, kommen vor der Dunkelheit zurück. Die Karten sind im Büro an der Brücke zu haben, das bis fünf geöffnet ist.'],
  ['fr', 'Le bac quitte le port à six heures et les bateaux qui sont encore sur le lac reviennent avant la nuit. Les billets se vendent dans le bureau du pont, qui est ouvert pour tous jusqu’à cinq heures.'],
  ['es', 'El barco sale del puerto a las seis y los botes que aún están en el agua vuelven antes de que se haga de noche. Los billetes se venden en la oficina del puente, que no cierra por la tarde.'],
  ['pt', 'A balsa sai do porto às seis e os barcos que ainda estão na água voltam antes de anoitecer. Os bilhetes são vendidos no escritório da ponte, que não fecha à tarde e fica aberto para todos.'],
  ['it', 'Il traghetto lascia il porto alle sei e le barche che sono ancora sul lago tornano prima della notte. I biglietti si comprano nell’ufficio del ponte, che non chiude per il pranzo e che è più vicino.'],
  ['nl', 'De veerboot verlaat de haven om zes uur en de boten die nog op het water zijn komen voor het donker terug. De kaartjes zijn te koop in het kantoor bij de brug, dat niet voor vijf uur sluit.'],
  ['sv', 'Färjan lämnar hamnen klockan sex och båtarna som ännu är ute på sjön kommer tillbaka innan det blir mörkt. Biljetter finns att köpa på kontoret vid bron, som inte är öppet efter fem och som har en ny dörr.'],
  ['nb', 'Fergen går fra havnen klokken seks, og båtene som fortsatt er ute på sjøen kommer tilbake før det blir mørkt. Billetter er å få på kontoret ved broen, som ikke har åpent etter fem, men det er også en automat.'],
  ['fi', 'Lautta lähtee satamasta kuudelta ja veneet, jotka ovat vielä vesillä, palaavat ennen kuin tulee pimeä. Liput myydään sillan toimistossa, joka ei ole auki viiden jälkeen, mutta se on myös verkossa, jos niin haluaa.'],
  ['pl', 'Prom odpływa z portu o szóstej, a łodzie, które są jeszcze na wodzie, wracają przed zmrokiem. Bilety są do kupienia w biurze przy moście, które nie jest czynne po piątej, ale to nie jest problem dla stałych gości.'],
  ['cs', 'Přívoz odjíždí z přístavu v šest a lodě, které jsou ještě na vodě, se vrátí do tmy. Lístky se prodávají v kanceláři u mostu, která je otevřená až do pěti, ale také na palubě, pokud je to nutné.'],
  ['tr', 'Vapur limandan saat altıda kalkar ve suda olan tekneler hava kararmadan önce döner. Biletler köprüdeki ofiste satılır ve bu ofis her gün açık ama pazar günleri için daha erken gelmek gerekir, çünkü çok kalabalık bir yer.'],
  ['ru', 'Паром уходит из порта в шесть, и лодки, которые ещё на воде, возвращаются до темноты. Билеты продаются в конторе у моста, и если она закрыта, то их можно купить на борту, но это не так дёшево для всех.'],
  ['uk', 'Пором відходить із порту о шостій, і човни, які ще на воді, повертаються до темряви. Квитки продають у конторі біля мосту, але якщо вона зачинена, то їх можна купити на борту, хоча це не так дешево для всіх.'],
  ['el', 'Το πλοίο φεύγει από το λιμάνι στις έξι και οι βάρκες γυρίζουν πριν νυχτώσει.'],
  ['ja', '渡し船は六時に港を出て、まだ水の上にいる舟は暗くなる前に戻ってくる。切符は橋のそばの事務所で買うことができる。'],
  ['zh', '渡船六点离开港口，仍在水面上的小船会在天黑之前回来。船票在桥边的办公室出售，办公室每天开放到下午五点，周末除外，节日另行通知。'],
  ['ko', '나룻배는 여섯 시에 항구를 떠나고, 아직 물 위에 있는 배들은 어두워지기 전에 돌아온다. 표는 다리 옆 사무실에서 살 수 있다.'],
  ['ar', 'تغادر العبّارة الميناء في السادسة، وتعود القوارب التي لا تزال في الماء قبل حلول الظلام، وتباع التذاكر في المكتب قرب الجسر.'],
  ['fa', 'قایق ساعت شش از بندر می‌رود و قایق‌هایی که هنوز روی آب هستند پیش از تاریکی برمی‌گردند. بلیت‌ها در دفتر کنار پل فروخته می‌شود و گران نیست.'],
  ['he', 'המעבורת יוצאת מהנמל בשש, והסירות שעדיין על המים חוזרות לפני רדת החשכה. הכרטיסים נמכרים במשרד ליד הגשר.'],
  ['th', 'เรือข้ามฟากออกจากท่าเวลาหกโมง และเรือที่ยังอยู่ในน้ำจะกลับก่อนค่ำ ตั๋วมีขายที่สำนักงานข้างสะพาน'],
] // prettier-ignore

describe('contentLanguage', () => {
  for (const [language, text] of paragraphs) {
    it(`recognizes ${language}`, () => assert.equal(languageOf(`<p>${text}</p>`), language))
  }

  it('reads the text, not the buttons', () => {
    const buttons = '<button>Sign in</button><a>The shop</a><a>About us</a>'.repeat(20)
    const [, german] = paragraphs[1] as [string, string]
    assert.equal(languageOf(`${buttons}<p>${german}</p>`), 'de')
  })

  const unknown: [title: string, html: string][] = [
    ['a page without text', '<p></p>'],
    ['a few words', '<p>The end.</p>'],
    ['names and numbers', `<p>${'Lima 4711 Rossi AG-12 Tanaka '.repeat(20)}</p>`],
    ['two languages in equal parts', `<p>${paragraphs[0]?.[1]}</p><p>${paragraphs[1]?.[1]}</p>`],
  ]
  for (const [title, html] of unknown) it(`says nothing of ${title}`, () => assert.equal(languageOf(html), null))
})
