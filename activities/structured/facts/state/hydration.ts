/** Reads the hydration state of a page: the data its scripts start from, bounded. */
import { factLimits } from '../../limits/structured-limits.ts'
import { readLenientJson } from '../../../content/metadata/lenient-json.ts'
import { isFlat, readFlat } from './devalue.ts'
import type { DataSource } from './page-survey.ts'
import { programStates, type AssignedState } from './program-state.ts'
import { keptState } from './state-data.ts'

/**
 * Returns the states of a page, parsed; those of frameworks first.
 * @param sources scripts and attributes that contain JSON.
 * @param html source of the page, for the states in its scripts.
 */
export function hydrationStates(sources: readonly DataSource[], html: string): unknown[] {
  const states = [...dataStates(sources), ...programStates(html)]
  const ordered = [...states.filter(isOfFramework), ...states.filter((state) => !isOfFramework(state))]
  return keptState(ordered.map(({ value }) => value))
}

const isOfFramework = ({ name }: AssignedState): boolean => /^__|state|props|data-page|data$/i.test(name)

function dataStates(sources: readonly DataSource[]): AssignedState[] {
  const states: AssignedState[] = []
  let left: number = factLimits.stateMaxCharacters
  for (const { name, text } of sources) {
    if (text.length > left) continue
    left -= text.length
    const value = parsedState(text)
    if (typeof value !== 'object' || value === null) continue
    states.push({ name, value: isFlatSource(name, value) ? readFlat(value) : value })
  }
  return states
}

const isFlatSource = (name: string, value: unknown): value is unknown[] =>
  isFlat(value) && (/nuxt/i.test(name) || isOfPlaces(value))

/** True for a list whose first item is an object with only indexes of the list as members. */
function isOfPlaces(list: readonly unknown[]): boolean {
  const [first] = list
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return false
  const members = Object.values(first)
  return members.length > 0 && members.every((place) => Number.isInteger(place) && Number(place) < list.length)
}

function parsedState(text: string): unknown {
  const json = text.trim().replace(/^<!--/, '').replace(/-->$/, '')
  try {
    return JSON.parse(json) as unknown
  } catch {
    return readLenientJson(json)[0]
  }
}
