/** Segments of JSON pointers (RFC 6901, sections 3 and 4). */

/** Returns a name as a segment of a JSON pointer. */
export const pointerSegment = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Returns the name that a segment of a JSON pointer stands for. */
export const nameOfSegment = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')
