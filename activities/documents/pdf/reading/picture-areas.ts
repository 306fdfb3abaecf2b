/** Finds the sizes of the pictures of a page in its drawing operations. */
import { multiply, type Matrix } from './matrix.ts'

const identity: Matrix = [1, 0, 0, 1, 0, 0]

interface PictureSize {
  width: number
  height: number
}

/**
 * Returns the sizes of the pictures that are drawn, in points. Pictures are not decoded and leave no operation of their
 * own: what is left of one is a space that is set and then left without any drawing.
 * @param operations as pdf.js returns them.
 * @param codes numbers of the operations.
 */
export function picturesOf(
  { fnArray, argsArray }: { fnArray: readonly number[]; argsArray: readonly unknown[] },
  codes: Readonly<Record<'save' | 'restore' | 'transform' | 'paintFormXObjectBegin' | 'paintFormXObjectEnd', number>>,
): PictureSize[] {
  const pictures: PictureSize[] = []
  const stack: Matrix[] = []
  let current = identity
  let isUnused = false
  const leave = (): void => {
    const [a, b, c, d] = current
    if (isUnused) pictures.push({ width: Math.hypot(a, b), height: Math.hypot(c, d) })
    isUnused = false
  }
  for (const [at, operation] of fnArray.entries()) {
    if (operation === codes.transform) {
      current = multiply(current, numbersOf(argsArray[at]))
      isUnused = true
    } else if (operation === codes.restore || operation === codes.paintFormXObjectEnd) {
      leave()
      current = stack.pop() ?? identity
    } else {
      if (operation === codes.save || operation === codes.paintFormXObjectBegin) stack.push(current)
      if (operation === codes.paintFormXObjectBegin)
        current = multiply(current, numbersOf((argsArray[at] as unknown[] | null)?.[0]))
      isUnused = false
    }
  }
  leave()
  return pictures
}

const numbersOf = (value: unknown): number[] =>
  Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(value as ArrayLike<number>) : []
