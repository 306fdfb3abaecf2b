/** Reads the parts of an item that have their own text, link, image or time. */
import { factLimits } from '../limits/structured-limits.ts'
import { isInvisible } from '../../html/content.ts'
import { imageUrl } from '../../html/images.ts'
import { headingLevel } from '../../html/markdown/heading-level.ts'
import { attribute, collapsed, type TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import type { ItemField } from '@seine/shared/pages/facts.ts'
import { distinct, namesOf, spoken, statedNames } from './elements/element-names.ts'
import { statedValue } from './elements/element-value.ts'
import type { FieldMemo } from './field-memo.ts'
import type { FactBudget } from './elements/fact-budget.ts'
import { ownAddress } from './elements/first-address.ts'
import { dataValues, machineValue } from './elements/machine-value.ts'
import { labelBefore, textLabel } from './elements/text-labels.ts'
import {
  hasOwnText,
  isBlock,
  isStruckElement,
  standingText,
  visibleText,
  type Passed,
} from './elements/visible-text.ts'

/** A part that contains blocks has its own text when that text has at most this many characters. */
const blocksMaxCharacters = 160
const childrenMax = 200

/** Context of an element, from the elements around it. */
interface Around {
  /** Names of ancestors that contain only this element, and the label before them. */
  names: readonly string[]
  /** URL of the link that contains the element; null if none exists. */
  link: string | null
}

/** Which elements are not read, how many fields are, and what is remembered of the elements. */
export interface FieldScope {
  /** True for elements to skip with everything below them. */
  passed: Passed
  fieldsMax: number
  /** null when elements are skipped: what is remembered was read of whole elements. */
  memo: FieldMemo | null
}

/** Reads the fields of one item. */
export class FieldReader {
  readonly fields: ItemField[] = []
  readonly #urls: UrlResolver
  readonly #budget: FactBudget
  readonly #passed: Passed
  readonly #fieldsMax: number
  readonly #memo: FieldMemo | null

  constructor(urls: UrlResolver, budget: FactBudget, { passed, fieldsMax, memo }: FieldScope) {
    this.#fieldsMax = fieldsMax
    this.#urls = urls
    this.#budget = budget
    this.#passed = passed
    this.#memo = memo
  }

  /** Reads an element of the item. @param isPart whether the item has several elements, of which this is one. */
  read(root: TreeNode, isPart: boolean): void {
    this.#element(root, { names: [], link: null }, !isPart)
  }

  get #isFull(): boolean {
    return this.fields.length >= this.#fieldsMax || this.#budget.isFull
  }

  #element(node: TreeNode, around: Around, isRoot: boolean): void {
    if (this.#isFull || !this.#budget.look()) return
    if (this.#memo === null || around.names.length > 0 || around.link !== null) {
      this.#readElement(node, around, isRoot)
      return
    }
    const known = this.#memo.fieldsOf(node, isRoot)
    if (known !== null) {
      for (const field of known) this.#push(field)
      return
    }
    const start = this.fields.length
    this.#readElement(node, around, isRoot)
    if (!this.#isFull) this.#memo.keepFields(node, isRoot, this.fields.slice(start))
  }

  #readElement(node: TreeNode, around: Around, isRoot: boolean): void {
    if (isInvisible(node)) {
      this.#unseen(node)
      return
    }
    const states = [...(isDisabled(node) ? ['disabled'] : []), ...(isStruckElement(node) ? ['del'] : [])]
    const names = [...namesOf(node), ...states, ...around.names]
    if (node.name === 'img') {
      const url = imageUrl(node, this.#urls)
      const text = collapsed(attribute(node, 'alt') ?? '')
      if (url !== null || text !== '') this.#add([...names, 'img'], text, url, null)
      return
    }
    const link = ownAddress(node, this.#urls) ?? around.link
    const children = this.#children(node)
    const text = this.#ownText(node, children, names, isRoot)
    const machine = machineValue(node, names, text ?? '')
    const isLink = node.name === 'a' && link !== null
    for (const [name, value] of dataValues(node)) this.#add([name], '', null, value)
    if (text !== null || machine !== null || isLink) {
      this.#add([...names, node.name], text ?? '', isLink || text !== null ? link : null, machine)
      if (!children.some(isBlock)) this.#addLabelled(text, link)
    }
    const isPassedOn = text === null && !isRoot && children.length === 1
    this.#below(children, { names: isPassedOn ? names : names.filter((name) => handedDown.has(name)), link })
  }

  /** Reads the child elements in turn; a label names the element after it. */
  #below(children: readonly TreeNode[], around: Around): void {
    let label: string | null = null
    for (const child of children) {
      const isLabel = child.name === 'th' || child.name === 'dt'
      const name = label ?? labelBefore(child)
      const names = name === null || isLabel ? around.names : [name, ...around.names]
      this.#element(child, { ...around, names }, false)
      label = this.#labelIn(child)
    }
  }

  #labelIn(node: TreeNode): string | null {
    const isTerm = node.name === 'dt' || node.name === 'th' || node.name === 'label'
    if (!isTerm && isBlock(node) && node.attributes.length === 0) return null
    const text = this.#memo?.textOf(node) ?? visibleText(node, this.#budget, 41)
    if (text === '' || text.length > 40) return null
    const isLabel = isTerm || /[:：]$/.test(text) || namesOf(node).some((name) => /(?:^| )label(?:$| )/.test(name))
    return isLabel ? spoken(text) : null
  }

  #children(node: TreeNode): TreeNode[] {
    const children: TreeNode[] = []
    for (let child = node.first; child !== null && children.length < childrenMax; child = child.next) {
      if (!this.#budget.look()) break
      if (
        child.text === null &&
        child.name !== 'br' &&
        node.name !== 'pre' &&
        child.name !== 'wbr' &&
        !this.#passed(child)
      )
        children.push(child)
    }
    return children
  }

  /** @returns null for an element whose text consists only of the texts of its parts. */
  #ownText(node: TreeNode, children: readonly TreeNode[], names: readonly string[], isRoot: boolean): string | null {
    const own = hasOwnText(node)
    const isLeaf = children.length === 0
    // An element that contains a single element passes its names on to it.
    if (!isLeaf && !own && children.length === 1 && headingLevel(node) === 0 && statedNames(node).length === 0)
      return null
    const isInline = isLeaf || own || children.every((child) => !isBlock(child) && !hasBlock(child))
    if (isRoot && !isLeaf && !own && !isInline) return null
    if (!isInline && names.length === 0) return null
    const max = isInline ? factLimits.textMaxCharacters : blocksMaxCharacters + 1
    const text = this.#memo?.textOf(node) ?? standingText(node, this.#budget, max, this.#passed)
    if (isInline) this.#memo?.keepText(node, text)
    return text === '' || (!isInline && text.length > blocksMaxCharacters) ? null : text
  }

  /** Reads the value of an element that is not visible and holds data for machines only. */
  #unseen(node: TreeNode): void {
    const names = statedNames(node)
    if (node.name !== 'meter' && node.name !== 'progress' && names.length === 0) return
    const value = statedValue(node) ?? attribute(node, 'value') ?? attribute(node, 'href')
    const machine = value === null || value === '' ? null : value
    const url = node.name === 'link' && machine !== null ? this.#urls.resolve(machine) : null
    const text = machine === null ? visibleText(node, this.#budget, blocksMaxCharacters) : ''
    if (machine !== null || text !== '') this.#add([...names, ...namesOf(node), node.name], text, url, machine)
  }

  #addLabelled(text: string | null, link: string | null): void {
    const label = text === null ? null : textLabel(text)
    if (label !== null) this.#add([label.name], label.value, link, null)
  }

  #add(names: readonly string[], text: string, url: string | null, machine: string | null): void {
    if (this.#isFull) return
    this.#push({ names: distinct(names), text, url, machine: machine?.slice(0, factLimits.textMaxCharacters) ?? null })
  }

  #push(field: ItemField): void {
    if (this.#isFull) return
    this.#budget.keep(field.text)
    this.fields.push(field)
  }
}

/** Names of states of an element that are states of everything in it. */
const handedDown = new Set(['disabled', 'del'])

const isDisabled = (node: TreeNode): boolean =>
  attribute(node, 'disabled') !== null || attribute(node, 'aria-disabled') === 'true'

/** Whether one of the first children of an element is a block or begins with one. */
function hasBlock(node: TreeNode): boolean {
  let left = 6
  for (let child = node.first; child !== null && left > 0; child = child.next, left--)
    if (child.text === null && (isBlock(child) || (child.first !== null && isBlock(child.first)))) return true
  return false
}
