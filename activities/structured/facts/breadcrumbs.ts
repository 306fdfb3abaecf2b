/** Reads the path from the home page to a page from its breadcrumb trail. */
import { factLimits } from '../limits/structured-limits.ts'
import { attribute, type TreeNode } from '../../html/tree.ts'
import type { StatedEntity } from '@seine/shared/pages/facts.ts'
import type { SeenElement } from './elements/body-survey.ts'
import type { FactBudget } from './elements/fact-budget.ts'
import { visibleLines, visibleText } from './elements/visible-text.ts'
import { walk } from './elements/walk.ts'

const stepMaxCharacters = 200
const separators = /^[\s/\\|>›»→·•:<‹«-]+|[\s/\\|>›»→·•:<‹«-]+$/gu
const between = /\s*(?:[›»→>]|\s[/|\\]\s|\n)\s*/u

/** Returns the steps of the first trail that has any; a trail stated as structured data takes precedence. */
export function breadcrumbs(
  elements: readonly SeenElement[],
  entities: readonly StatedEntity[],
  budget: FactBudget,
): string[] {
  const stated = statedSteps(entities)
  if (stated.length > 1) return stated
  for (const { node } of elements) {
    if (budget.isFull) break
    const steps = isTrail(node) ? trailSteps(node, budget) : []
    if (steps.length > 1) return steps
  }
  return stated
}

function isTrail(node: TreeNode): boolean {
  if (!node.attributes.some(({ value }) => /crumb/i.test(value))) return false
  if (node.name === 'body' || node.name === 'html' || node.name === 'a') return false
  const names = ['class', 'id', 'aria-label', 'itemtype', 'typeof'].map((name) => attribute(node, name) ?? '').join(' ')
  return /bread-?_?crumb|(?:^|[\s_-])crumbs?(?:$|[\s_-])/i.test(names.slice(0, 500))
}

function trailSteps(trail: TreeNode, budget: FactBudget): string[] {
  for (const name of ['li', 'a']) {
    const steps: string[] = []
    let last: TreeNode | null = null
    walk(trail, {
      isDone: () => steps.length >= factLimits.breadcrumbsMax || !budget.look(),
      enter(node) {
        if (node.name !== name) return true
        steps.push(cleanStep(visibleText(node, budget, stepMaxCharacters)))
        last = node
        return false
      },
    })
    if (steps.length === 0) continue
    const end = name === 'a' && last !== null ? textBehind(last) : ''
    const found = [...steps, end].filter((step) => step !== '')
    if (found.length > 1) return found
  }
  return visibleLines(trail, budget, 1_000)
    .split(between)
    .map(cleanStep)
    .filter((step) => step !== '')
    .slice(0, factLimits.breadcrumbsMax)
}

/** Returns the text after the last link of a trail: the page itself is seldom a link and follows it as text. */
function textBehind(last: TreeNode): string {
  let text = ''
  let left = 5
  for (let at = last.next; at !== null && left > 0; at = at.next, left--) text += ` ${at.text ?? at.first?.text ?? ''}`
  return cleanStep(text.slice(0, stepMaxCharacters * 2))
}

const cleanStep = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(separators, '').slice(0, stepMaxCharacters)

/** Returns the names of the items of a BreadcrumbList, ordered by position. */
function statedSteps(entities: readonly StatedEntity[]): string[] {
  const list = entities.find(({ types }) => types.includes('BreadcrumbList'))
  const items = (list?.properties['itemListElement'] ?? []).filter((item) => typeof item === 'object')
  return items
    .map((item, at) => ({ position: Number(item.properties['position']?.[0] ?? at), name: nameOf(item) }))
    .toSorted((a, b) => a.position - b.position)
    .map(({ name }) => name)
    .filter((name) => name !== null)
    .slice(0, factLimits.breadcrumbsMax)
}

function nameOf(item: StatedEntity): string | null {
  const inner = item.properties['item']?.find((value) => typeof value === 'object')
  for (const value of [item.properties['name']?.[0], inner?.properties['name']?.[0]])
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, stepMaxCharacters)
  return null
}
