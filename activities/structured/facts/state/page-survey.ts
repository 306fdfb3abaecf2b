/** Walks once over a whole page and collects the sources of its facts. */
import { factLimits } from '../../limits/structured-limits.ts'
import { attribute, following, type TreeNode } from '../../../html/tree.ts'

/** A script or an attribute that contains data. */
export interface DataSource {
  /** Id of the script, or name of the attribute. */
  name: string
  text: string
}

export interface PageSurvey {
  /** Content of JSON-LD scripts. */
  linkedData: string[]
  /** Other JSON data, in document order. */
  data: DataSource[]
  /** Contents of meta elements: lower-case name -> values in order. */
  meta: Record<string, string[]>
  /** Elements with `itemscope`. */
  items: TreeNode[]
  /** Elements with an id; empty on a page without `itemref`. */
  byId: Map<string, TreeNode>
  hasRdfa: boolean
}

const metaMaxCharacters = 10_000
const attributeMinCharacters = 40

/** Surveys a page. Templates are skipped. */
export function surveyPage(document: TreeNode): PageSurvey {
  const survey: PageSurvey = {
    linkedData: [],
    data: [],
    meta: Object.create(null) as Record<string, string[]>,
    items: [],
    byId: new Map(),
    hasRdfa: false,
  }
  const withId: TreeNode[] = []
  let hasReferences = false
  let metaNames = 0
  for (let node = document.first; node !== null; node = following(node, document, node.name !== 'template')) {
    if (node.attributes.length === 0) continue
    if (node.name === 'script') {
      addScript(node, survey)
      continue
    }
    if (node.name === 'meta' && metaNames < factLimits.metaNamesMax && addMeta(node, survey.meta)) metaNames++
    for (const { name, value } of node.attributes) {
      if (name === 'id') withId.push(node)
      else if (name === 'itemscope') survey.items.push(node)
      else if (name === 'itemref') hasReferences = true
      else if (name === 'typeof') survey.hasRdfa = true
      else if (isState(name, value) && survey.data.length < factLimits.statesMax)
        survey.data.push({ name, text: value })
    }
  }
  if (hasReferences) {
    for (const node of withId) {
      const id = attribute(node, 'id') ?? ''
      if (!survey.byId.has(id)) survey.byId.set(id, node)
    }
  }
  return survey
}

function addScript(node: TreeNode, survey: PageSurvey): void {
  const type = attribute(node, 'type') ?? ''
  const text = node.first?.text ?? ''
  if (text === '' || !/json/i.test(type)) return
  if (/ld\+json/i.test(type)) survey.linkedData.push(text)
  else if (!/importmap|speculationrules/i.test(type) && survey.data.length < factLimits.statesMax)
    survey.data.push({ name: attribute(node, 'id') ?? '', text })
}

/** Adds a meta element. @returns whether its name is new. */
function addMeta(node: TreeNode, meta: Record<string, string[]>): boolean {
  const content = attribute(node, 'content')?.trim() ?? ''
  const inHead = attribute(node, 'itemprop') !== null && node.parent?.name === 'head'
  const name = attribute(node, 'property') ?? attribute(node, 'name') ?? (inHead ? attribute(node, 'itemprop') : null)
  if (name === null || name.length > 200 || content === '' || content.length > metaMaxCharacters) return false
  const key = name.trim().toLowerCase()
  const values = meta[key]
  if (values === undefined) {
    meta[key] = [content]
    return true
  }
  if (values.length < factLimits.valuesPerMetaMax && !values.includes(content)) values.push(content)
  return false
}

/** True for an attribute that holds the state of a component. */
const isState = (name: string, value: string): boolean =>
  value.length >= attributeMinCharacters &&
  (name.startsWith('data-') || name === 'props' || name.startsWith(':')) &&
  /^\s*[[{]\s*["[{\]}]/.test(value)
