/** /charsets/: pages in other encodings, and one that does not declare its encoding. */
import { linkList, pageRoute } from '../compose.ts'
import { link, paragraph } from '../page.ts'
import type { Page } from '../page.ts'
import type { Area, PageRoute } from '../route.ts'

/** `declaredBy` states from where a client learns the encoding. */
interface Letter {
  segment: string
  title: string
  language: string
  text: string
  encoding?: 'windows-1252' | 'shift_jis'
  declaredBy: 'header' | 'meta' | 'nothing'
}

const letters: Letter[] = [
  {
    segment: 'windows-1252-header',
    title: 'Un été à Hallowford',
    language: 'fr',
    text: 'L’écluse s’ouvre à huit heures — comptez 3 € par bateau, naïveté comprise… „bientôt“, dit l’éclusier.',
    encoding: 'windows-1252',
    declaredBy: 'header',
  },
  {
    segment: 'windows-1252-meta',
    title: 'Grüße vom Fluß',
    language: 'de',
    text: 'Die Schleuse öffnet um acht – größere Boote zahlen 5 €. “Früh übt sich”, sagt die Wärterin.',
    encoding: 'windows-1252',
    declaredBy: 'meta',
  },
  {
    segment: 'shift-jis-header',
    title: '川の町からの手紙',
    language: 'ja',
    text: '朝八時に水門が開きます。橋のそばのパン屋でうなぎのパイを買って、土手を歩きました。',
    encoding: 'shift_jis',
    declaredBy: 'header',
  },
  {
    segment: 'shift-jis-meta',
    title: '渡し船の時刻表',
    language: 'ja',
    text: '渡し船は正午と日没の一時間前に出ます。料金は一人一ペニー、山羊は二ペンスです。',
    encoding: 'shift_jis',
    declaredBy: 'meta',
  },
  {
    segment: 'utf-8-undeclared',
    title: 'Pozdrowienia znad rzeki',
    language: 'pl',
    text: 'Śluza otwiera się o ósmej, a w piekarni przy Młyńskiej pachnie już żytnim chlebem. Жаль, что вас нет с нами.',
    declaredBy: 'nothing',
  },
]

const home = link('/', 'Home')
const trail = [home, link('/charsets/', 'Letters from abroad')]

/** The page has no navigation and footer, since an encoding may lack their characters. */
function letterRoute(letter: Letter): PageRoute {
  const { declaredBy, encoding, language, segment, text, title } = letter
  const page: Page = {
    title,
    description: title,
    language,
    chrome: 'none',
    metaCharset: declaredBy === 'meta' ? (encoding ?? 'utf-8') : null,
    blocks: [paragraph(text), paragraph('To the ', link('/town/station', 'station'), '.')],
    trail,
  }
  const contentType = declaredBy === 'header' ? `text/html; charset=${encoding ?? 'utf-8'}` : 'text/html'
  return {
    ...pageRoute(`/charsets/${segment}`, page),
    contentType,
    ...(encoding === undefined ? {} : { encoding }),
  }
}

/** What a reader must return: path, title and text of each letter. */
export const letterTexts = letters.map(({ segment, text, title }) => ({ path: `/charsets/${segment}`, text, title }))

const index: Page = {
  title: 'Letters from abroad',
  description: 'Letters to the harbour office, in the encodings they came in.',
  trail: [home],
  blocks: linkList(
    'Letters',
    letters.map(({ segment, title }) => link(`/charsets/${segment}`, title)),
  ),
}

export const charsetsArea: Area = { routes: [pageRoute('/charsets/', index), ...letters.map(letterRoute)] }
