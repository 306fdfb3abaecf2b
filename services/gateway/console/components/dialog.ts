/** A modal dialog; the focus returns to where it was. */
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { html } from './html.ts'

/**
 * An open dialog.
 * @param title its name.
 * @param onClose called when the user closes the dialog, also with Escape.
 */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children?: ComponentChildren
}): VNode {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    const dialog = ref.current
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      // If the element that opened the dialog has been removed or disabled, the focus moves to the heading.
      requestAnimationFrame(() => {
        const { activeElement } = document
        const lost = activeElement === document.body || activeElement?.matches(':disabled') === true
        if (lost) document.querySelector('h1')?.focus({ preventScroll: true })
      })
    }
  }, [])
  const cancel = (event: Event): void => {
    event.preventDefault()
    onClose()
  }
  return html`<dialog ref=${ref} aria-labelledby=${id} onCancel=${cancel}>
    <h2 id=${id}>${title}</h2>
    ${children}
  </dialog>`
}

/** Asks for confirmation of an action that cannot be undone. The button that cancels comes last and has the focus. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  keep,
  disabled = false,
  onConfirm,
  onClose,
}: {
  title: string
  text: string
  confirm: string
  keep: string
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
}): VNode {
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <p>${text}</p>
    <p class="actions">
      <button type="button" class="danger" disabled=${disabled} onClick=${onConfirm}>${confirm}</button>
      <button type="button" autofocus onClick=${onClose}>${keep}</button>
    </p>
  <//>`
}
