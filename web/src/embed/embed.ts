import { EMBED_SCRIPT_PATH } from '#contract/embed.ts'
import { defineAssistantElement, ELEMENT_NAME } from './assistant-element.ts'
import { askForSite } from './fetch-ticket.ts'

/**
 * The script that a site includes: `<script src="https://…/embed.js" data-assistant="culinary" async></script>`. It
 * adds one element for each such tag and otherwise leaves the page alone: no cookies, no storage, no change of the
 * page's styles, and no microphone until the visitor starts a call.
 */
function embedAll(): void {
  defineAssistantElement()
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-assistant]')) {
    const base = baseOf(script)
    if (base === null || script.dataset['voxhall'] === 'done') continue
    script.dataset['voxhall'] = 'done'
    const element = document.createElement(ELEMENT_NAME)
    element.setAttribute('assistant', script.dataset['assistant'] ?? '')
    element.setAttribute('base', base)
    for (const name of ['mode', 'label', 'position', 'colour', 'bubble'] as const) {
      const value = script.dataset[name]
      if (value !== undefined) element.setAttribute(name, value)
    }
    const { targetId } = script.dataset
    const target = targetId === undefined ? document.body : document.getElementById(targetId)
    // Reported as an uncaught error, so that the page's developer sees it in the console.
    if (target === null) reportError(new Error(`Voxhall: there is no element with the id ${targetId ?? ''}`))
    else void appendWhereAllowed(element, target, base)
  }
}

/**
 * Adds the element only on a site that may show the assistant. On other sites visitors see nothing instead of a broken
 * frame, and the reason is reported to the developer.
 */
async function appendWhereAllowed(element: HTMLElement, target: HTMLElement, base: string): Promise<void> {
  const leave = await askForSite(base, element.getAttribute('assistant') ?? '')
  if ('refusal' in leave) {
    // oxlint-disable-next-line no-console -- for the page's developer, who finds it nowhere else
    console.error(`Voxhall: ${leave.refusal}`)
    return
  }
  const { mode, side: position, label, colour, bubble } = leave.look ?? {}
  for (const [name, value] of Object.entries({ mode, position, label, colour, bubble })) {
    // Attributes of the tag take precedence over the owner's settings: a site may show one assistant in several ways.
    if (value !== undefined && value !== '' && !element.hasAttribute(name)) element.setAttribute(name, value)
  }
  target.append(element)
}

/** The origin from which the script was loaded, to which calls go. Null for scripts that are not ours. */
function baseOf(script: HTMLScriptElement): string | null {
  if (script.src === '') return null
  const { origin, pathname } = new URL(script.src)
  return pathname === EMBED_SCRIPT_PATH ? origin : null
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', embedAll, { once: true })
else embedAll()
