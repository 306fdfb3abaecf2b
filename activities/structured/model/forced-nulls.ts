/** Removes nulls that mean "not on the page" and that the caller's schema does not allow. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import type { SchemaPlace, SchemaPlaces } from './schema-places.ts'

/**
 * Removes the nulls that the caller's schema does not allow: both properties and items are left out.
 * @param value parsed JSON of limited depth.
 * @returns a copy; values that no schema describes are kept.
 */
export const withoutForcedNulls = (value: unknown, places: SchemaPlaces): unknown => cleaned(value, places.top, places)

function cleaned(value: unknown, place: SchemaPlace, places: SchemaPlaces): unknown {
  if (Array.isArray(value)) {
    const ofItems = places.items(place)
    if (ofItems === null) return value
    const isForced = !places.allowsNull(ofItems)
    return value.filter((item) => item !== null || !isForced).map((item) => cleaned(item, ofItems, places))
  }
  if (!isObject(value)) return value
  const members = Object.entries(value).flatMap(([name, member]) => {
    const ofMember = places.property(place, name)
    if (ofMember === null) return [[name, member] as const]
    if (member === null && !places.allowsNull(ofMember)) return []
    return [[name, cleaned(member, ofMember, places)] as const]
  })
  return Object.fromEntries(members)
}
