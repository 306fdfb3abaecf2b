/** Saves text as a file. */

/** A file to save. */
export interface SavedFile {
  name: string
  media: string
  text: string
}

/** Saves a file as a download of the browser. */
export function saveText({ name, media, text }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: media }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has started the download by the next task, so the object URL can be revoked then.
  setTimeout(() => URL.revokeObjectURL(address))
}
