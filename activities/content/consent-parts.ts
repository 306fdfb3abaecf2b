/**
 * Finds the elements that consent managers insert into a page. They stay in the document of a browser after the
 * user has answered, hidden by style sheets only.
 */
import { attribute, following, type TreeNode } from '../html/tree.ts'

/** Ids of the elements that hold banner and settings, as each consent manager names them; lower case. */
const holderIds = new Set(
  `onetrust-consent-sdk onetrust-banner-sdk onetrust-pc-sdk cybotcookiebotdialog cybotcookiebotdialogbodyunderlay
   cookiebotwidget didomi-host usercentrics-root usercentrics-cmp-ui uc-banner-modal truste-consent-track
   consent_blackbar trustarc-banner-overlay qc-cmp2-container cmpbox cmpbox2 cmpwrapper cookie-law-info-bar
   cmplz-cookiebanner-container moove_gdpr_cookie_info_bar moove_gdpr_cookie_modal iubenda-cs-banner axeptio_overlay
   tarteaucitronroot cookiescript_injected cookiescript_injected_wrapper klaro cc--main cc-main borlabscookiebox
   coioverlay hs-eu-cookie-confirmation shopify-pc__banner shopify-pc__prefs _evidon_banner ensnotifybanner
   cookie-information-template-wrapper termly-consent-banner`.split(/\s+/),
)

/** Class names of the same elements. */
const holderClass =
  /(?:^|\s)(?:fc-consent-root|cky-consent-container|cky-modal|cky-overlay|osano-cm-window|osano-cm-widget|cmplz-cookiebanner|evidon-banner|qc-cmp2-container|termly-styles-root[\w-]*)(?:\s|$)/i

const namesMaxCharacters = 500

/** Returns the outermost elements that belong to a consent manager. */
export function consentParts(document: TreeNode): TreeNode[] {
  const found: TreeNode[] = []
  for (let node = document.first; node !== null;) {
    const isPart = node.text === null && isConsentPart(node)
    if (isPart) found.push(node)
    node = following(node, document, !isPart)
  }
  return found
}

function isConsentPart(node: TreeNode): boolean {
  const id = attribute(node, 'id')?.toLowerCase()
  if (id !== undefined && (holderIds.has(id) || id.startsWith('sp_message_container_'))) return true
  // On body and html such class names only describe the state of the page.
  if (node.name === 'body' || node.name === 'html') return false
  return holderClass.test((attribute(node, 'class') ?? '').slice(0, namesMaxCharacters))
}
