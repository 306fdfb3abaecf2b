import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serviceAnswers } from '@seine/shared/api/examples/service-answers.ts'
import { serviceLevelNames } from '@seine/shared/api/schemas/service-schema.ts'
import type { ComponentChildren, VNode } from 'preact'
import { ServiceLevelsPanel } from './service-levels-panel.ts'

type Component = (props: object) => ComponentChildren

/** Returns the elements of a tree with a tag, components expanded; only for components without hooks. */
function elementsOf(tree: ComponentChildren, tag: string): VNode<{ children?: ComponentChildren }>[] {
  if (Array.isArray(tree)) return tree.flatMap((child: ComponentChildren) => elementsOf(child, tag))
  if (typeof tree !== 'object' || tree === null) return []
  const node = tree as VNode<{ children?: ComponentChildren }>
  if (typeof node.type === 'function') return elementsOf((node.type as Component)(node.props), tag)
  return node.type === tag ? [node] : elementsOf(node.props.children, tag)
}

/** Returns the text of a tree without components. */
function textOf(tree: ComponentChildren): string {
  if (Array.isArray(tree)) return tree.map(textOf).join('')
  if (typeof tree !== 'object' || tree === null) return tree === null || tree === undefined ? '' : String(tree)
  return textOf((tree as VNode<{ children?: ComponentChildren }>).props.children)
}

test('each service level has a line with its state, the last hour and what the objective allows', () => {
  const levels = serviceAnswers.readService[200].service_levels ?? []
  const rows = elementsOf(ServiceLevelsPanel({ levels }), 'tr')
    .map((row) => elementsOf(row.props.children, 'td').map(textOf))
    .filter((cells) => cells.length > 0)
  assert.deepEqual(rows, [
    ['Requests answered without a fault', 'met', '99.96% of 5,210', '99.9%'],
    ['Starts of jobs answered within 1 s', 'missed', '95.83% of 24', '99%'],
    ['Reads and cancellations of jobs answered within 1 s', 'met', '99.71% of 4,102', '99%'],
    ['First pages of jobs that ended within 30 s', 'met', '95.65% of 23', '95%'],
    ['Jobs that ended as completed', 'missed', '90% of 20', '95%'],
    ['Captures that succeeded', 'no data', '', '95%'],
  ])
  assert.deepEqual(
    levels.map(({ name }) => name),
    serviceLevelNames,
  )
})
