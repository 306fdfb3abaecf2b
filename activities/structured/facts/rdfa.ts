/** Reads the entities of RDFa Lite (W3C RDFa Lite 1.1: vocab, typeof, property, resource); prefixes are removed. */
import { factLimits } from '../limits/structured-limits.ts'
import { attribute, type TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import type { StatedEntity } from '@seine/shared/pages/facts.ts'
import { addressOf, elementValue } from './elements/element-value.ts'
import type { FactBudget } from './elements/fact-budget.ts'
import { EntityBuilder, isAddressProperty, tokensOf, withoutVocabulary } from './elements/vocabulary.ts'
import { walk } from './elements/walk.ts'

/** Vocabularies of meta elements that describe the page and not the entity that contains them. */
const pageVocabulary = /^(?:og|fb|article|twitter|product|profile|book|video|music|al):/i

interface Subject {
  node: TreeNode
  builder: EntityBuilder
}

/** Returns the entities that are not part of another one, in document order. */
export function rdfaEntities(document: TreeNode, urls: UrlResolver, budget: FactBudget): StatedEntity[] {
  const found: EntityBuilder[] = []
  const subjects: Subject[] = []
  const byId = new Map<string, EntityBuilder>()
  let left: number = factLimits.entityValuesMax

  const begin = (node: TreeNode, parent: EntityBuilder | undefined, properties: readonly string[]): void => {
    const id = addressOf(node, 'resource', urls) ?? addressOf(node, 'about', urls)
    const builder = new EntityBuilder('rdfa', tokensOf(attribute(node, 'typeof')).map(withoutVocabulary))
    if (id !== null) {
      builder.add('@id', id)
      byId.set(id, builder)
    } else if (node.name === 'a') {
      const href = addressOf(node, 'href', urls)
      if (href !== null) builder.add('@id', href)
    }
    subjects.push({ node, builder })
    if (parent === undefined || properties.length === 0) found.push(builder)
    else for (const name of properties) parent.add(name, builder.entity)
  }

  walk(document, {
    isDone: () => left <= 0 || found.length >= factLimits.entitiesMax || !budget.look(),
    enter(node) {
      if (node.text !== null || node.attributes.length === 0) return true
      const subject = subjects.at(-1)?.builder
      const property = attribute(node, 'property')
      const properties = property === null ? [] : propertyNames(property, node)
      const type = attribute(node, 'typeof')
      if (type !== null) {
        left--
        // Beyond the maximum depth, properties are added to the last entity that was opened.
        if (subjects.length < factLimits.entityDepthMax) begin(node, subject, properties)
        return true
      }
      if (subject !== undefined) {
        for (const name of properties) {
          const value = propertyValue(node, name, urls, budget)
          if (value !== null && left-- > 0) subject.add(name, value)
        }
      }
      const about = properties.length > 0 ? null : (addressOf(node, 'resource', urls) ?? addressOf(node, 'about', urls))
      const known = about === null ? undefined : byId.get(about)
      if (known !== undefined) subjects.push({ node, builder: known })
      return true
    },
    leave(node) {
      if (subjects.at(-1)?.node === node) subjects.pop()
    },
  })
  return found.filter((builder) => !builder.isEmpty).map((builder) => builder.entity)
}

const propertyNames = (list: string, node: TreeNode): string[] =>
  tokensOf(list)
    .filter((name) => node.name !== 'meta' || !pageVocabulary.test(name))
    .map(withoutVocabulary)

function propertyValue(node: TreeNode, name: string, urls: UrlResolver, budget: FactBudget): string | null {
  if (attribute(node, 'content') === null && isAddressProperty(name)) {
    const resource = addressOf(node, 'resource', urls) ?? addressOf(node, 'href', urls) ?? addressOf(node, 'src', urls)
    if (resource !== null) return budget.keep(resource)
  }
  const datetime = attribute(node, 'content') === null ? attribute(node, 'datetime') : null
  return datetime ?? elementValue(node, name, urls, budget)
}
