import { inkOn } from '#contract/contrast.ts'
import { embedPagePath, frameMessageOf, type FrameMessage, type HostMessage } from '#contract/embed.ts'
import { fetchTicket } from './fetch-ticket.ts'

/** Styles inside the shadow tree. Sizes are in px, to be independent of the page's font size. */
const ASSISTANT_STYLES = `
:host { all: initial; color-scheme: light dark; }
:host([mode="full"]) { display: block; position: relative; height: 100%; min-height: 620px; }
:host([mode="full"]) iframe { position: absolute; inset: 0; }
iframe { display: block; width: 100%; height: 100%; border: 0; background: Canvas; border-radius: inherit; }
button { font: 600 17px/1.2 system-ui, sans-serif; cursor: pointer; }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
.launcher { position: fixed; right: 20px; bottom: 20px; z-index: 2147483000; min-height: 52px; padding: 8px 24px;
  max-width: calc(100vw - 40px);
  border: 0; border-radius: 26px; background: #a8381a; color: #fff; box-shadow: 0 4px 18px rgb(0 0 0 / 25%); }
.launcher:hover { filter: brightness(0.88); }
.launcher.left, .bubble.left { right: auto; left: 20px; }
.bubble { position: fixed; right: 20px; bottom: 84px; z-index: 2147483000; box-sizing: border-box; display: flex; gap: 4px;
  max-width: min(300px, calc(100vw - 40px)); padding: 6px 4px 6px 16px; border-radius: 16px; background: Canvas;
  color: CanvasText; box-shadow: 0 4px 18px rgb(0 0 0 / 25%); font: 15px/1.4 system-ui, sans-serif; }
.bubble p { margin: 10px 0; overflow-wrap: anywhere; text-wrap: balance; }
.bubble button { flex: none; width: 44px; height: 44px; border: 0; border-radius: 50%; background: none; color: inherit; font-size: 20px; }
.window { position: fixed; right: 20px; bottom: 88px; z-index: 2147483000; box-sizing: border-box;
  width: min(760px, calc(100vw - 40px)); height: min(620px, calc(100dvh - 108px)); border-radius: 20px;
  background: Canvas; box-shadow: 0 12px 48px rgb(0 0 0 / 30%); }
.window.left { right: auto; left: 20px; }
.close { position: absolute; top: -14px; right: -6px; width: 44px; height: 44px; border: 0; border-radius: 50%;
  background: #2a211b; color: #fff; font-size: 24px; }
@media (max-width: 520px) {
  :host([mode="full"]) { min-height: 720px; }
  .window { inset: 0; width: auto; height: auto; border-radius: 0; }
  .close { top: 4px; right: 4px; }
}
`

export const ELEMENT_NAME = 'voxhall-assistant'

/** Defines the element once per page, even if the page has several of our scripts. */
export function defineAssistantElement(): void {
  if (customElements.get(ELEMENT_NAME) === undefined) customElements.define(ELEMENT_NAME, AssistantElement)
}

/**
 * An assistant on a customer's page: a button that opens a window with our page in a frame, or (`mode="full"`) only the
 * frame. All of it is in a shadow tree, so that the page's styles and ours don't affect each other. The frame is
 * created on demand, so that visitors who only read the page load nothing more.
 *
 * Events on the element: `voxhall:ready`, `voxhall:call` (detail: the frame's message), `voxhall:close`.
 */
class AssistantElement extends HTMLElement {
  #frame: HTMLIFrameElement | null = null
  #launcher: HTMLButtonElement | null = null
  #window: HTMLElement | null = null
  #bubble: HTMLElement | null = null
  readonly #onMessage = (event: MessageEvent<unknown>) => {
    if (this.#frame === null || event.source !== this.#frame.contentWindow || event.origin !== this.#base) return
    const message = frameMessageOf(event.data)
    if (message !== null) this.#receive(message)
  }

  get #base(): string {
    return this.getAttribute('base') ?? ''
  }

  get #assistantId(): string {
    return this.getAttribute('assistant') ?? ''
  }

  connectedCallback(): void {
    window.addEventListener('message', this.#onMessage)
    if (this.shadowRoot !== null) return
    const root = this.attachShadow({ mode: 'open' })
    // Unlike a <style> element, an adopted style sheet is not subject to the page's content security policy.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(ASSISTANT_STYLES)
    root.adoptedStyleSheets = [sheet]
    if (this.getAttribute('mode') === 'full') {
      this.#frame = this.#makeFrame()
      root.append(this.#frame)
    } else {
      this.#launcher = this.#makeLauncher()
      root.append(this.#launcher)
      const bubble = this.getAttribute('bubble') ?? ''
      if (bubble !== '') root.append((this.#bubble = this.#makeBubble(bubble)))
    }
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.#onMessage)
  }

  /** Opens the window, like a click on the button. */
  open(): void {
    const root = this.shadowRoot
    if (root === null || this.#launcher === null) return
    this.#bubble?.remove()
    if (this.#window === null) {
      this.#frame = this.#makeFrame()
      this.#window = this.#makeWindow(this.#frame)
      root.append(this.#window)
    }
    this.#launcher.setAttribute('aria-expanded', 'true')
    this.#frame?.focus()
  }

  /** Closes the window and ends its call, since a hidden call must not go on. */
  close(): void {
    if (this.#window === null || this.#launcher === null) return
    this.#window.remove()
    this.#window = null
    this.#frame = null
    this.#launcher.setAttribute('aria-expanded', 'false')
    this.#launcher.focus()
    this.#tell('voxhall:close')
  }

  #tell(name: FrameMessage['type'], detail: FrameMessage | null = null): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }))
  }

  #receive(message: FrameMessage): void {
    switch (message.type) {
      case 'voxhall:ticket-wanted':
        void this.#answerWithTicket()
        return
      case 'voxhall:close':
        if (this.#launcher === null) this.#tell('voxhall:close')
        else this.close()
        return
      case 'voxhall:ready':
      case 'voxhall:call':
        this.#tell(message.type, message)
    }
  }

  async #answerWithTicket(): Promise<void> {
    this.#answer({ type: 'voxhall:asking' })
    this.#answer(await fetchTicket(this.#base, this.#assistantId))
  }

  #answer(message: HostMessage): void {
    // Sent to our own origin only, so that another page in the frame cannot receive it.
    this.#frame?.contentWindow?.postMessage(message, this.#base)
  }

  #makeFrame(): HTMLIFrameElement {
    return Object.assign(document.createElement('iframe'), {
      // Delegates the page's permissions to the frame, in which the visitor is asked for the microphone.
      allow: 'microphone; autoplay',
      title: this.#label,
      src: `${this.#base}${embedPagePath(this.#assistantId)}`,
    })
  }

  #makeLauncher(): HTMLButtonElement {
    const launcher = makeButton(this.#label, () => (this.#window === null ? this.open() : this.close()), {
      class: this.#placed('launcher'),
      'aria-expanded': 'false',
    })
    const colour = this.getAttribute('colour') ?? ''
    if (/^#[0-9a-f]{6}$/i.test(colour)) {
      launcher.style.backgroundColor = colour
      launcher.style.color = inkOn(colour)
    }
    return launcher
  }

  #makeWindow(frame: HTMLIFrameElement): HTMLElement {
    const dialog = withAttributes(document.createElement('section'), {
      class: this.#placed('window'),
      role: 'dialog',
      'aria-label': this.#label,
    })
    dialog.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.close()
    })
    dialog.append(
      makeButton('×', () => this.close(), { class: 'close', 'aria-label': 'Close' }),
      frame,
    )
    return dialog
  }

  /** A greeting beside the button, shown until the visitor closes it or opens the window. */
  #makeBubble(text: string): HTMLElement {
    const bubble = document.createElement('div')
    bubble.className = this.#placed('bubble')
    const words = Object.assign(document.createElement('p'), { textContent: text })
    const leave = () => {
      bubble.remove()
      this.#launcher?.focus()
    }
    bubble.append(words, makeButton('×', leave, { 'aria-label': 'Close the greeting' }))
    return bubble
  }

  #placed(part: string): string {
    return this.getAttribute('position') === 'left' ? `${part} left` : part
  }

  get #label(): string {
    return this.getAttribute('label') ?? 'Talk with us'
  }
}

function makeButton(text: string, onPress: () => void, attributes: Record<string, string>): HTMLButtonElement {
  const button = withAttributes(document.createElement('button'), { type: 'button', ...attributes })
  button.textContent = text
  button.addEventListener('click', onPress)
  return button
}

/** Sets attributes, because older browsers on customers' sites lack properties such as `ariaLabel`. */
function withAttributes<Kind extends Element>(element: Kind, attributes: Record<string, string>): Kind {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
