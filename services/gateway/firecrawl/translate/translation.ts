/** What translating a request yields besides the translated body: problems, warnings, and the names of its fields. */
import { fieldName } from '@seine/shared/api/rules/problem-list.ts'
import type { FieldProblem } from '@seine/shared/api/schemas/problems.ts'

/** A problem with a field of a request, under the name that the caller used. */
export interface WireProblem {
  code: 'BAD_REQUEST' | 'NOT_SUPPORTED'
  field: string
  message: string
}

/** Collects the findings of one translation. */
export class Translation {
  readonly problems: WireProblem[] = []
  readonly warnings: string[] = []
  /** JSON pointers into the translated body, mapped to the fields of the caller. */
  readonly #names = new Map<string, string>()

  /** True without problems. */
  get ok(): boolean {
    return this.problems.length === 0
  }

  /** Adds a rule that a field violates, as the end of a sentence that begins with its name. */
  bad(field: string, rule: string): void {
    this.problems.push({ code: 'BAD_REQUEST', field, message: `\`${field}\` ${rule}` })
  }

  /** Adds an option that this service does not have. @param why the reason or the alternative, as a clause. */
  lacks(field: string, why = ''): void {
    const message = `\`${field}\` is not supported by this service${why === '' ? '' : `: ${why}`}`
    this.problems.push({ code: 'NOT_SUPPORTED', field, message })
  }

  /** Adds a warning for the caller. */
  warn(text: string): void {
    this.warnings.push(text)
  }

  /** Records which field of the caller a part of the translated body comes from. */
  name(pointer: string, field: string): void {
    this.#names.set(pointer, field)
  }

  /** Returns the problem of a translated body under the names of the caller. */
  inTheirNames({ pointer, message }: FieldProblem): Omit<WireProblem, 'code'> {
    const ours = fieldName(pointer)
    const theirs = this.#theirName(pointer)
    const rule = message.startsWith(ours) ? message.slice(ours.length) : `: ${message}`
    return { field: theirs, message: `\`${theirs}\`${rule}` }
  }

  #theirName(pointer: string): string {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const field = this.#names.get(pointer.slice(0, end))
      if (field !== undefined) return field + fieldSuffix(pointer.slice(end))
    }
    return fieldName(pointer).replaceAll('`', '')
  }
}

/** Converts `/0/selector` to `[0].selector`. */
function fieldSuffix(pointer: string): string {
  if (pointer === '') return ''
  const text = fieldName(`/x${pointer}`).replaceAll('`', '')
  return text.slice(1)
}
