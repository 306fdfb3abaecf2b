import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instructions, toolTable } from './tool-table.ts'

interface Shape {
  description?: string
  properties?: Record<string, Shape>
  additionalProperties?: unknown
  items?: Shape
}

/** Returns the paths of members without a description. */
function undescribed({ properties = {}, items }: Shape, path: string): string[] {
  const own = Object.entries(properties).flatMap(([name, member]) => [
    ...(member.description === undefined ? [`${path}.${name}`] : []),
    ...undescribed(member, `${path}.${name}`),
  ])
  return [...own, ...(items === undefined ? [] : undescribed(items, `${path}[]`))]
}

test('every member of every schema has a description', () => {
  const missing = toolTable.flatMap(({ name, input, output }) => [
    ...undescribed(input as Shape, name),
    ...undescribed(output as Shape, `${name} result`),
  ])
  assert.deepEqual(missing, [])
})

test('arguments are strict objects', () => {
  for (const { input } of toolTable) {
    const shape = input as Shape
    assert.equal(shape.additionalProperties, false)
    const options = shape.properties?.['options']
    if (options !== undefined) assert.equal(options.additionalProperties, false)
  }
})

test('the list and the instructions are short', () => {
  const listed = toolTable.map(({ title, name, description, input, output, hints }) => ({
    title,
    name,
    description,
    input,
    output,
    hints,
  }))
  assert.ok(JSON.stringify(listed).length <= 32 * 1024, String(JSON.stringify(listed).length))
  assert.ok(instructions.length <= 2_000, String(instructions.length))
  for (const { name, description } of toolTable) assert.ok(description.length <= 1_200, name)
})
