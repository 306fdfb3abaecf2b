/// <reference lib="dom" />
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method -- serialised with toString: nothing outside is there; methods are called with `call` */
/** Runs in the page: focus, values, options, scrolling. Self-contained. */
import type { DomTools } from '../../selectors/in-page/dom.ts'
import type { PageFault } from '../in-page-types.ts'
import type { TargetTools } from './target.ts'

export function editTools(dom: DomTools, targets: TargetTools) {
  const { fault } = targets
  const fire = (element: Element, type: 'input' | 'change'): void => {
    EventTarget.prototype.dispatchEvent.call(element, new Event(type, { bubbles: true, composed: type === 'input' }))
  }

  /** Focuses it; the caret of a field that had no focus goes to the beginning. */
  const focus = (name: string): void => {
    const control = targets.controlOf(targets.take(name))
    const root = dom.rootOf(control) as Document | ShadowRoot
    const hadFocus = root.activeElement === control && document.hasFocus()
    HTMLElement.prototype.focus.call(control)
    if (hadFocus || !(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return
    try {
      control.setSelectionRange(0, 0)
    } catch {
      // An input of a type without a caret.
    }
  }

  const selectAll = (control: Element): void => {
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      control.select()
      return
    }
    const range = document.createRange()
    range.selectNodeContents(control)
    const selection = window.getSelection()
    selection?.removeAllRanges()
    selection?.addRange(range)
  }

  /** Types whose value is set as a whole. */
  const wholeValues = new Set(['color', 'date', 'datetime-local', 'month', 'range', 'time', 'week'])

  /**
   * Sets the value where it is a whole, else selects what is there for the caller to overwrite.
   * @returns how it is to be finished.
   */
  const beginFill = (name: string, value: string): 'done' | 'overwrite' | { fault: PageFault } => {
    const control = targets.controlOf(targets.take(name))
    if (control instanceof HTMLInputElement && wholeValues.has(control.type)) {
      const wanted = control.type === 'color' ? value.trim().toLowerCase() : value.trim()
      HTMLElement.prototype.focus.call(control)
      const before = control.value
      control.value = wanted
      if (control.value !== wanted) {
        control.value = before
        return fault('invalid_value', `${JSON.stringify(value)} is no value of an input of type ${control.type}`)
      }
      fire(control, 'input')
      fire(control, 'change')
      return 'done'
    }
    if (control instanceof HTMLInputElement && control.type === 'number' && Number.isNaN(Number(value.trim()))) {
      return fault('invalid_value', `${JSON.stringify(value)} is no number`)
    }
    HTMLElement.prototype.focus.call(control)
    selectAll(control)
    return 'overwrite'
  }

  const endFill = (name: string): void => {
    const control = targets.controlOf(targets.take(name))
    if (!targets.isEditableContent(control)) fire(control, 'change')
  }

  const optionFor = (options: HTMLOptionElement[], wanted: string): HTMLOptionElement | undefined =>
    options.find((option) => option.value === wanted) ??
    options.find((option) => dom.normalise(option.label) === dom.normalise(wanted)) ??
    options.find((option) => dom.normalise(option.text) === dom.normalise(wanted))

  /** By value, else by label; where several may be chosen, a list with commas chooses several. */
  const choose = (name: string, value: string): null | { fault: PageFault } => {
    const control = targets.controlOf(targets.take(name))
    if (!(control instanceof HTMLSelectElement)) {
      return fault('no_such_option', `${dom.describe(control)} is no select`)
    }
    const options = [...control.options]
    const whole = optionFor(options, value)
    const wanted = whole === undefined && control.multiple ? value.split(',').map((part) => part.trim()) : [value]
    const chosen: HTMLOptionElement[] = []
    for (const each of wanted) {
      const option = optionFor(options, each)
      if (option === undefined) return fault('no_such_option', `there is no option ${JSON.stringify(each)}`)
      if (dom.matches(option, ':disabled')) return fault('disabled', `option ${JSON.stringify(each)} is disabled`)
      chosen.push(option)
    }
    HTMLElement.prototype.focus.call(control)
    for (const option of options) option.selected = chosen.includes(option)
    fire(control, 'input')
    fire(control, 'change')
    return null
  }

  const scrolls = (element: Element): boolean =>
    element.scrollHeight > element.clientHeight && /auto|scroll|overlay/.test(dom.styleOf(element).overflowY)

  /** Scrolls an element held, or the page; of a page that does not scroll itself, what scrolls in its middle. */
  const scrollBy = async (name: string | null, pixels: number): Promise<void> => {
    const page = document.scrollingElement ?? document.documentElement
    let box: Element = name === null ? page : targets.take(name)
    if (name === null && page.scrollHeight <= page.clientHeight) {
      const { elementFromPoint } = Document.prototype
      const middle = elementFromPoint.call(document, window.innerWidth / 2, window.innerHeight / 2)
      for (let at = middle; at !== null; at = dom.parentOf(at)) {
        if (!scrolls(at)) continue
        box = at
        break
      }
    }
    box.scrollBy({ top: pixels, behavior: 'instant' })
    await targets.nextFrame()
    await targets.nextFrame()
  }

  return { focus, beginFill, endFill, choose, scrollBy }
}
