/// <reference lib="dom" />
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method -- serialised; methods by `call` */
/**
 * Runs in the page: determines whether an element can be acted upon, and at which point. Elements are held by name
 * between two calls. Self-contained: it is serialised with toString, so that nothing outside of it is available.
 * Built-in methods are invoked with `call`.
 */
import type { DomTools } from '../../selectors/in-page/dom.ts'
import type { QueryTools } from '../../selectors/in-page/queries.ts'
import type { StateTools } from '../../selectors/in-page/states.ts'
import type { ElementQuery } from '@seine/shared/selectors/query.ts'
import type { Found, FrameBox, Needs, InPageFault, Point, Prepared } from './in-page-types.ts'

/** Returns the functions that find an element, hold it by name, and check whether it can be acted upon. */
export function targetTools(dom: DomTools, states: StateTools, queries: QueryTools) {
  const held = new Map<string, Element>()
  const fault = (code: InPageFault['code'], message: string): { fault: InPageFault } => ({ fault: { code, message } })

  const nextFrame = (): Promise<void> =>
    new Promise((resolve) => {
      // A page that is not being drawn gets no frames.
      const timer = setTimeout(resolve, 100)
      requestAnimationFrame(() => {
        clearTimeout(timer)
        resolve()
      })
    })

  const byDocument = (query: ElementQuery): Element[] | { fault: InPageFault } => {
    try {
      return queries.find(document, query)
    } catch (error) {
      return fault('invalid_selector', error instanceof Error ? error.message : String(error))
    }
  }

  /**
   * Searches, and holds the first visible match, otherwise the first match.
   * @param tags only elements with these tags match; null = any.
   */
  const find = (name: string, query: ElementQuery, tags: string[] | null): Found | { fault: InPageFault } => {
    held.delete(name)
    const all = byDocument(query)
    if (!Array.isArray(all)) return all
    const found = tags === null ? all : all.filter((element) => tags.includes(dom.tagOf(element)))
    const visible = found.find((element) => dom.isVisible(element))
    const chosen = visible ?? found[0]
    if (chosen !== undefined) held.set(name, chosen)
    return { matched: found.length, visible: visible !== undefined }
  }

  /** @throws Error when no element is held by the name. */
  const take = (name: string): Element => {
    const element = held.get(name)
    if (element === undefined) throw new Error(`no element is held under the name ${name}`)
    return element
  }

  const isEditableContent = (element: Element): boolean => element instanceof HTMLElement && element.isContentEditable

  /** Returns the control that an element represents: the input of a label, the button around a part of a button. */
  const controlOf = (element: Element): Element => {
    if (isEditableContent(element) || dom.matches(element, 'input, textarea, select')) return element
    const button = dom.closest(element, 'button, [role=button], [role=checkbox], [role=radio]') ?? element
    if (dom.matches(button, 'a, button, [role=link], [role=button], [role=checkbox], [role=radio]')) return button
    const label = dom.closest(button, 'label')
    return label instanceof HTMLLabelElement && label.control !== null ? label.control : button
  }

  const whyInvisible = (element: Element): string => {
    for (let at: Element | null = element; at !== null; at = dom.layoutParentOf(at)) {
      if (dom.styleOf(at).display === 'none') return `${dom.describe(at)} is not displayed`
    }
    const { visibility } = dom.styleOf(element)
    return visibility === 'visible' ? 'it has no area' : `its visibility is ${visibility}`
  }

  const boxOf = (element: Element): string => {
    const { x, y, width, height } = dom.rectOf(element)
    return `${x} ${y} ${width} ${height}`
  }

  const isStable = async (element: Element, frames: number): Promise<boolean> => {
    let box = boxOf(element)
    for (let frame = 0; frame < frames; frame++) {
      await nextFrame()
      const now = boxOf(element)
      if (now !== box) return false
      box = now
    }
    return true
  }

  /** Returns the element with a box to scroll to: for `display: contents`, the first visible child. */
  const boxed = (element: Element): Element =>
    dom.styleOf(element).display === 'contents'
      ? ((dom.childrenOf(element).find((child) => dom.isElement(child) && dom.isVisible(child)) as
          | Element
          | undefined) ?? element)
      : element

  /**
   * Scrolls the element into view; later tries use other alignments, because something may cover one edge of the
   * page.
   */
  const reveal = async (element: Element, attempt: number): Promise<void> => {
    const box = boxed(element)
    const before = boxOf(box)
    const scroll = (side: ScrollLogicalPosition): void =>
      Element.prototype.scrollIntoView.call(box, { block: side, inline: side, behavior: 'instant' })
    const sides: ScrollLogicalPosition[] = ['end', 'center', 'start']
    const side = attempt === 0 ? undefined : sides[(attempt - 1) % sides.length]
    if (side === undefined) {
      const native = Element.prototype as unknown as { scrollIntoViewIfNeeded: (centre: boolean) => void }
      native.scrollIntoViewIfNeeded.call(box, true)
      // A page may use smooth scrolling, which takes time.
      if (pointOf(element) === null) scroll('center')
    } else scroll(side)
    if (boxOf(box) === before) return
    for (let frame = 0; frame < 30 && !(await isStable(element, 1)); frame++);
  }

  /** Returns the middle of the first part of the element that is in the viewport. */
  const pointOf = (element: Element): Point | null => {
    let rects = dom.rectsOf(element)
    if (rects.length === 0) {
      const range = document.createRange()
      range.selectNodeContents(element)
      rects = [...range.getClientRects()]
    }
    for (const { left, top, right, bottom } of rects) {
      const x = [Math.max(0, left), Math.min(window.innerWidth, right)] as const
      const y = [Math.max(0, top), Math.min(window.innerHeight, bottom)] as const
      if (x[1] - x[0] > 0.99 && y[1] - y[0] > 0.99) return { x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2 }
    }
    return null
  }

  const deepestAt = ({ x, y }: Point): Element | null => {
    const { elementFromPoint } = Document.prototype
    let hit = elementFromPoint.call(document, x, y)
    for (;;) {
      const shadow = hit === null ? null : dom.shadowRoot(hit)
      const inner = shadow?.elementFromPoint(x, y) ?? null
      if (inner === null || inner === hit) return hit
      hit = inner
    }
  }

  const isPartOf = (inner: Element, outer: Element): boolean => {
    for (let at: Element | null = inner; at !== null; at = dom.layoutParentOf(at)) if (at === outer) return true
    return false
  }

  /**
   * Describes what covers an element: the covering element, and the outermost ancestor that does not contain the
   * target.
   */
  const nameCover = (cover: Element, target: Element): string => {
    let outermost = cover
    for (let at: Element | null = cover; at !== null && !isPartOf(target, at); at = dom.layoutParentOf(at))
      outermost = at
    return outermost === cover ? dom.describe(cover) : `${dom.describe(cover)} of ${dom.describe(outermost)}`
  }

  const receives = (hit: Element, element: Element): boolean =>
    isPartOf(hit, dom.closest(element, 'button, [role=button], a, [role=link]') ?? element)

  /**
   * Returns null when a click at the point reaches the held element; otherwise what covers it, empty outside of the
   * viewport.
   */
  const coverAt = (name: string, point: Point): string | null => {
    const element = take(name)
    const hit = deepestAt(point)
    if (hit === null) return ''
    return receives(hit, element) ? null : nameCover(hit, element)
  }

  const editFault = (element: Element): { fault: InPageFault } | null => {
    const control = controlOf(element)
    const fillable =
      isEditableContent(control) ||
      control instanceof HTMLTextAreaElement ||
      (control instanceof HTMLInputElement &&
        !['button', 'checkbox', 'file', 'hidden', 'image', 'radio', 'reset', 'submit'].includes(control.type))
    if (!fillable) {
      const type = control instanceof HTMLInputElement ? ` of type ${control.type}` : ''
      return fault('not_editable', `${dom.describe(control)}${type} does not accept text`)
    }
    const readOnly = dom.matches(control, 'input, textarea')
      ? dom.hasAttribute(control, 'readonly')
      : dom.attribute(control, 'aria-readonly') === 'true'
    if (readOnly) {
      return fault('not_editable', `${dom.describe(control)} is read-only`)
    }
    return null
  }

  /**
   * Checks the requirements in order; the first that fails is the reason.
   * @param attempt number of tries before this one.
   */
  const prepare = async (name: string, needs: Needs, attempt: number): Promise<Prepared | { fault: InPageFault }> => {
    const element = take(name)
    if (!dom.isConnected(element)) return fault('not_found', 'it left the document')
    if (needs.visible && !dom.isVisible(element)) {
      return fault('not_visible', `${dom.describe(element)} is not visible: ${whyInvisible(element)}`)
    }
    if (needs.enabled && states.disabled(controlOf(element))) {
      return fault('disabled', `${dom.describe(controlOf(element))} is disabled`)
    }
    const uneditable = needs.editable ? editFault(element) : null
    if (uneditable !== null) return uneditable
    if (needs.stableFrames > 0 && !(await isStable(element, needs.stableFrames))) {
      return fault(dom.isConnected(element) ? 'unstable' : 'not_found', `${dom.describe(element)} is moving`)
    }
    if (!needs.point) return { point: null }
    await reveal(element, attempt)
    const point = pointOf(element)
    if (point === null) return fault('outside_viewport', `${dom.describe(element)} cannot be scrolled into view`)
    const cover = coverAt(name, point)
    if (cover !== null) return fault('covered_by', `${dom.describe(element)} is covered by ${cover}`)
    return { point }
  }

  /**
   * Returns the combined transform of an iframe and its ancestors, without translation; null when there is no
   * rotation or skew.
   */
  const turnOf = (frame: Element): DOMMatrix | null => {
    let turn = new DOMMatrix()
    for (let at: Element | null = frame; at !== null; at = dom.layoutParentOf(at)) {
      const { transform, rotate, scale } = dom.styleOf(at)
      for (const each of [transform, scale, rotate]) {
        if (each === 'none') continue
        const list = each === transform ? each : `${each === scale ? 'scale' : 'rotate'}(${each.replaceAll(' ', ',')})`
        turn = new DOMMatrix(list).multiply(turn)
      }
    }
    return turn.is2D && (Math.abs(turn.b) > 1e-6 || Math.abs(turn.c) > 1e-6) ? turn : null
  }

  /** Returns the position of the top left corner of an iframe's content, and the direction of its axes. */
  const frameBox = (name: string): FrameBox => {
    const frame = take(name) as HTMLElement
    const { x, y, width, height } = dom.rectOf(frame)
    const { offsetWidth, offsetHeight } = frame
    const style = dom.styleOf(frame)
    const { a, b, c, d } = turnOf(frame) ?? {
      a: offsetWidth > 0 ? width / offsetWidth : 1,
      b: 0,
      c: 0,
      d: offsetHeight > 0 ? height / offsetHeight : 1,
    }
    // The middle of a transformed box is the middle of the rectangle around it.
    const left = frame.clientLeft + (Number.parseFloat(style.paddingLeft) || 0) - offsetWidth / 2
    const top = frame.clientTop + (Number.parseFloat(style.paddingTop) || 0) - offsetHeight / 2
    return { x: x + width / 2 + a * left + c * top, y: y + height / 2 + b * left + d * top, a, b, c, d }
  }

  /**
   * Scrolls a held iframe into view; one larger than the viewport only when no part of it is visible, or with
   * `force`.
   */
  const showFrame = async (name: string, force: boolean): Promise<void> => {
    const frame = take(name)
    const { width, height } = dom.rectOf(frame)
    const fits = width <= window.innerWidth && height <= window.innerHeight
    if (fits || force || pointOf(frame) === null) await reveal(frame, 0)
  }

  const revealHeld = (name: string): Promise<void> => reveal(take(name), 0)

  return {
    find,
    take,
    controlOf,
    isEditableContent,
    receives,
    nameCover,
    nextFrame,
    coverAt,
    prepare,
    frameBox,
    fault,
    showFrame,
    revealHeld,
  }
}

export type TargetTools = ReturnType<typeof targetTools>
