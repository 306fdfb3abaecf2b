/** Reads what a page shows about its website: the name, and how to reach who runs it. */
import { registrableLabel } from '@seine/shared/urls/registrable-domain.ts'
import { attribute, firstElement, textBelow, type TreeNode } from '../../html/tree.ts'
import type { SiteFacts } from '@seine/shared/pages/facts.ts'
import { once } from '@seine/shared/values/once.ts'
import { addressParts, type AddressParts } from '../fill/values/address-parts.ts'
import { squashed } from '../fill/values/names.ts'
import type { SeenElement } from './elements/body-survey.ts'
import { FactBudget } from './elements/fact-budget.ts'
import { hasOwnText, visibleLines, visibleText } from './elements/visible-text.ts'

const nameMaxCharacters = 60
/** Hosts and names with fewer letters match too much. */
const hostMinCharacters = 4
const contactsMax = 20
const addressMaxCharacters = 200

type Elements = () => readonly SeenElement[]
type Contacts = Record<'telephones' | 'emails' | 'addresses', Set<string>>

/**
 * Returns the facts of the website, each read when it is first asked for.
 * @param elements returns the visible elements, headers and footers included.
 * @param stated its name as the page states it; null when it states none.
 */
export function siteFacts(
  document: TreeNode,
  elements: Elements,
  { url, stated }: { url: string; stated: string | null },
): SiteFacts {
  const isStated = stated !== null && !/^(?:https?:|home ?page$|home$)/i.test(stated) && !isSlug(stated)
  const name = once(() => {
    const host = squashed(registrableLabel(url) ?? '')
    if (isStated) return nameWithin(stated, host)
    const ofHost = stated !== null && squashed(stated) === host ? stated : null
    return titlePart(document, host) ?? shownName(elements(), host) ?? ofHost
  })
  const contacts = once(() => contactsOf(elements()))
  const hasOwnContacts = once(() => hasContact(elements()))
  return {
    get name() {
      return name()
    },
    get telephones() {
      return [...contacts().telephones]
    },
    get emails() {
      return [...contacts().emails]
    },
    get addresses() {
      return [...contacts().addresses]
    },
    get hasOwnContacts() {
      return hasOwnContacts()
    },
  }
}

/** Returns the first name of the website outside the content. */
function shownName(elements: readonly SeenElement[], host: string): string | null {
  const budget = new FactBudget()
  for (const { node, place } of elements) {
    if (budget.isFull) break
    const name = place === 0 ? null : nameIn(node, host, budget)
    if (name !== null) return name
  }
  return null
}

function contactsOf(elements: readonly SeenElement[]): Contacts {
  const budget = new FactBudget()
  const found: Contacts = { telephones: new Set(), emails: new Set(), addresses: new Set() }
  for (const element of elements) {
    if (budget.isFull) break
    if (element.place !== 0) addContact(element, found, budget)
  }
  return found
}

/** Whether the content has contact details. */
function hasContact(elements: readonly SeenElement[]): boolean {
  const budget = new FactBudget()
  return elements.some((element) => element.place === 0 && !budget.isFull && isContact(element, budget))
}

/** True for a name as programs write it: `city-garden`, not `Coca-Cola`. */
const isSlug = (name: string): boolean => /^[a-z\d]+-[a-z\d-]+$/.test(name)

/** Whether a text is the name of the host, in the spelling of readers: `Make More Music` of makemoremusic.uk. */
function isNameOf(host: string, text: string): boolean {
  const name = squashed(text)
  return (
    host.length >= hostMinCharacters &&
    name.length >= hostMinCharacters &&
    text.length <= nameMaxCharacters &&
    (name === host || (name.startsWith(host) && name.length < host.length * 2) || host.startsWith(name))
  )
}

/** Returns a stated name without its slogan, and without `Blog`, when the rest names the host. */
function nameWithin(written: string, host: string): string {
  const stated = written.replace(/\s+[|–—•·:»-]+\s*$/u, '')
  const parts = stated.split(/\s*[|:»]\s+|\s[–—•·-]\s/)
  const part = parts.length > 1 ? (parts.find((each) => isNameOf(host, withoutBlog(each))) ?? stated) : stated
  const plain = withoutBlog(part)
  return isNameOf(host, plain) || part !== stated ? plain : stated
}

const withoutBlog = (name: string): string => name.replace(/\s(?:blog|newsroom|docs|documentation)$/i, '').trim()

/** Returns the part of the document's title that names the website. */
function titlePart(document: TreeNode, host: string): string | null {
  const title = firstElement(document, 'title')
  const parts = title === null ? [] : textBelow(title, 500).split(/\s[|–—•·:»-]\s/)
  return parts.length < 2
    ? null
    : (parts
        .toReversed()
        .find((part) => isNameOf(host, part))
        ?.trim() ?? null)
}

/** Returns the name in a logo or in a statement of rights. */
function nameIn(node: TreeNode, host: string, budget: FactBudget): string | null {
  if (node.name === 'img') {
    const name = (attribute(node, 'alt') ?? '').replace(/\s*\b(?:company\s+)?logo\b\s*/i, ' ').trim()
    return squashed(name) === host ? name : null
  }
  if (!hasOwnText(node) || !budget.look()) return null
  const text = visibleText(node, budget, 200)
  const holder = /(?:©|\(c\)|copyright)[\s©\d,–-]*(?:by\s+)?([^.|©]{3,60}?)(?:\s*(?:[.|,]|all rights|\d{4}|$))/i.exec(
    text,
  )?.[1]
  return holder !== undefined && isNameOf(host, holder) ? holder.trim() : null
}

/** False for statements of rights and sentences: a year looks like a postal code. */
const isPlausibleAddress = (text: string, { city, postalCode, street }: AddressParts): boolean =>
  city !== null &&
  city.length <= 40 &&
  !/©|copyright|rights/i.test(text) &&
  !/^(?:19|20)\d\d$/.test(postalCode ?? '') &&
  (street === null || /\d/.test(street))

/** Class names of elements that are addresses: of `footer-address`, not of `address-and-phone`. */
const addressClass = /(?:^|\s)(?:[\w-]*[_-])?(?:address|adr)(?:$|\s)/i

/** True for an element that is an address, whose lines may be elements of their own. */
const isAddress = (node: TreeNode): boolean =>
  node.name === 'address' || addressClass.test(attribute(node, 'class') ?? '')

/** Whether an element of the content is a contact detail. */
function isContact({ node }: SeenElement, budget: FactBudget): boolean {
  if (node.name === 'address') return true
  if (node.name === 'a') return /^(?:tel|mailto):/i.test(attribute(node, 'href') ?? '')
  if (!hasOwnText(node)) return false
  const text = visibleText(node, budget, addressMaxCharacters)
  return /(?<![\w.])[\w.+-]+@[\w-]+\.\w{2}|(?:phone|tel|fon|mobil|fax)\S*\W{0,3}[+(\d][\d\s()./-]{5}/i.test(text)
}

/** Adds the contacts of an element outside the content. */
function addContact({ node }: SeenElement, found: Contacts, budget: FactBudget): void {
  if (node.name === 'a') {
    const href = attribute(node, 'href') ?? ''
    const text = visibleText(node, budget, 60)
    if (/^tel:/i.test(href) && found.telephones.size < contactsMax) {
      const digits = /\d{3}/.test(text) ? text : href.slice(4)
      found.telephones.add(digits)
    } else if (/^mailto:[^?]+@/i.test(href) && found.emails.size < contactsMax)
      found.emails.add(href.slice(7).replace(/\?.*$/, ''))
    return
  }
  if (found.addresses.size >= contactsMax || !(isAddress(node) || hasOwnText(node))) return
  const text = visibleLines(node, budget, addressMaxCharacters + 1)
  if (text.length > addressMaxCharacters || !/\d{4}/.test(text)) return
  const parts = addressParts(text)
  if (parts === null || !isPlausibleAddress(text, parts)) return
  const around = parts.street === null && node.parent !== null ? visibleLines(node.parent, budget, 201) : text
  found.addresses.add(around.length <= addressMaxCharacters ? around : text)
}
