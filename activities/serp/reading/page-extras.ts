/** Reads the parts of a page other than results: the panel, the answer box, the questions. */
import type { SerpAnswerBox, SerpPanel, SerpQuestion } from '@seine/shared/api/schemas/serp-result.ts'
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import type { SelectorMatcher } from '../../html/selectors/match-selectors.ts'
import { attribute, type TreeNode } from '../../html/tree.ts'
import { hrefOf, PageElements, nodeText } from './page-elements.ts'
import { resultLink } from '../results/result-link.ts'
import type { PanelSelectors, SelectorSet } from './selector-set.ts'

const { titleMaxCharacters } = serpLimits

/** Returns the URL of a website; null for pages of the engine. */
function addressOf(node: TreeNode | undefined, { engine }: SelectorSet, url: string): string | null {
  const href = hrefOf(node)
  const link = href === null ? null : resultLink(engine, href, url)
  return link?.kind === 'result' ? link.url : null
}

function imageOf(node: TreeNode | undefined, url: string): string | null {
  if (node === undefined) return null
  const address = URL.parse(attribute(node, 'data-src') ?? attribute(node, 'src') ?? '', url)
  const isWeb = address !== null && /^https?:$/.test(address.protocol)
  return isWeb && address.href.length <= serpLimits.linkMaxCharacters ? address.href : null
}

function attributesOf(
  matcher: SelectorMatcher,
  root: TreeNode,
  { item, name, value }: PanelSelectors['attribute'],
): SerpPanel['attributes'] {
  const items = new PageElements(matcher, [root]).fields([item]).get(root) ?? []
  const elements = new PageElements(matcher, items)
  const names = elements.field(name)
  const values = elements.field(value)
  return items
    .flatMap((each) => {
      const label = nodeText(names.get(each), titleMaxCharacters)?.replace(/\s*[:：]\s*$/, '')
      const content = nodeText(values.get(each), titleMaxCharacters)?.replace(/^[:：]\s*/, '')
      return label === undefined || label === '' || content === undefined || content === ''
        ? []
        : [{ name: label, value: content }]
    })
    .slice(0, serpLimits.attributesMax)
}

/** Reads the panel about the entity that was searched for. */
export function readPanel(matcher: SelectorMatcher, set: SelectorSet, url: string): SerpPanel | null {
  for (const panel of set.knowledgeGraph) {
    const [root] = matcher.all(panel.root)
    if (root === undefined) continue
    const elements = new PageElements(matcher, [root])
    const title = nodeText(elements.field(panel.title).get(root), titleMaxCharacters)
    if (title === null) continue
    const isWebsite = (node: TreeNode): boolean => addressOf(node, set, url) !== null
    return {
      title,
      type: nodeText(elements.field(panel.type).get(root), titleMaxCharacters),
      description: nodeText(elements.field(panel.description).get(root)),
      source: addressOf(elements.field(panel.source, isWebsite).get(root), set, url),
      website: addressOf(elements.field(panel.website, isWebsite).get(root), set, url),
      image: imageOf(elements.field(panel.image).get(root), url),
      attributes: attributesOf(matcher, root, panel.attribute),
    }
  }
  return null
}

/** Reads the answer above the results. */
export function readAnswerBox(matcher: SelectorMatcher, set: SelectorSet, url: string): SerpAnswerBox | null {
  for (const box of set.answerBox) {
    const [root] = matcher.all(box.root)
    if (root === undefined) continue
    const elements = new PageElements(matcher, [root])
    const answer = nodeText(elements.field(box.answer).get(root))
    if (answer === null) continue
    return {
      answer,
      title: nodeText(elements.field(box.title).get(root), titleMaxCharacters),
      link: addressOf(elements.field(box.link).get(root), set, url),
    }
  }
  return null
}

/** Reads the related questions. */
export function readQuestions(matcher: SelectorMatcher, set: SelectorSet, url: string): SerpQuestion[] {
  for (const questions of set.peopleAlsoAsk) {
    const elements = new PageElements(matcher, matcher.all(questions.item))
    const texts = elements.field(questions.question)
    const answers = elements.field(questions.answer)
    const titles = elements.field(questions.title)
    const links = elements.field(questions.link)
    const found = elements.items.flatMap((item) => {
      const question = nodeText(texts.get(item), titleMaxCharacters)
      return question === null
        ? []
        : [
            {
              question,
              answer: nodeText(answers.get(item)),
              title: nodeText(titles.get(item), titleMaxCharacters),
              link: addressOf(links.get(item), set, url),
            },
          ]
    })
    if (found.length > 0) return uniqueQuestions(found).slice(0, serpLimits.questionsMax)
  }
  return []
}

const uniqueQuestions = (found: readonly SerpQuestion[]): SerpQuestion[] => [
  ...new Map(found.map((each) => [each.question, each])).values(),
]
