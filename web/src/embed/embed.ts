import { EMBED_SCRIPT_PATH } from '#contract/embed.ts'
import { defineAssistantElement, ELEMENT_NAME } from './assistant-element.ts'
import { askForSite } from './fetch-ticket.ts'

/**
 * The script that a site pastes: `<script src="https://…/embed.js" data-assistant="culinary" async></script>`.
 * It puts one element for each such tag into the page, and asks nothing of the page beyond that: no cookie, no storage,
 * no style of the page's is touched, no microphone until the person starts a call.
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
    // Told to the page's developer, as a mistake of its own script would be.
    if (target === null) reportError(new Error(`Voxhall: there is no element with the id ${targetId ?? ''}`))
    else void appendWhereAllowed(element, target, base)
  }
}

/** A site that is not allowed would show a broken frame: its visitors see nothing, and its developer is told why. */
async function appendWhereAllowed(element: HTMLElement, target: HTMLElement, base: string): Promise<void> {
  const leave = await askForSite(base, element.getAttribute('assistant') ?? '')
  if ('refusal' in leave) {
    // oxlint-disable-next-line no-console -- for the page's developer, who finds it nowhere else
    console.error(`Voxhall: ${leave.refusal}`)
    return
  }
  const { mode, side: position, label, colour, bubble } = leave.look ?? {}
  for (const [name, value] of Object.entries({ mode, position, label, colour, bubble })) {
    // The tag's own attributes come first: a site may show one assistant in several ways.
    if (value !== undefined && value !== '' && !element.hasAttribute(name)) element.setAttribute(name, value)
  }
  target.append(element)
}

/** Where the script came from, which is where calls go. Null for scripts of others. */
function baseOf(script: HTMLScriptElement): string | null {
  if (script.src === '') return null
  const { origin, pathname } = new URL(script.src)
  return pathname === EMBED_SCRIPT_PATH ? origin : null
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', embedAll, { once: true })
else embedAll()
