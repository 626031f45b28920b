/** Of the element alone. Sizes in px: the page's own font size is not ours to follow. */
export const ASSISTANT_STYLES = `
:host { all: initial; color-scheme: light dark; }
:host([mode="full"]) { display: block; position: relative; height: 100%; min-height: 520px; }
:host([mode="full"]) iframe { position: absolute; inset: 0; }
iframe { display: block; width: 100%; height: 100%; border: 0; background: Canvas; border-radius: inherit; }
button { font: 600 17px/1.2 system-ui, sans-serif; cursor: pointer; }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
.launcher { position: fixed; right: 20px; bottom: 20px; z-index: 2147483000; min-height: 52px; padding: 0 24px;
  border: 0; border-radius: 26px; background: #a8381a; color: #fff; box-shadow: 0 4px 18px rgb(0 0 0 / 25%); }
.launcher:hover { background: #8c2d13; }
.launcher.left { right: auto; left: 20px; }
.window { position: fixed; right: 20px; bottom: 88px; z-index: 2147483000; box-sizing: border-box;
  width: min(760px, calc(100vw - 40px)); height: min(620px, calc(100dvh - 108px)); border-radius: 20px;
  background: Canvas; box-shadow: 0 12px 48px rgb(0 0 0 / 30%); }
.window.left { right: auto; left: 20px; }
.close { position: absolute; top: -14px; right: -6px; width: 44px; height: 44px; border: 0; border-radius: 50%;
  background: #2a211b; color: #fff; font-size: 24px; }
@media (max-width: 520px) {
  .window { inset: 0; width: auto; height: auto; border-radius: 0; }
  .close { top: 4px; right: 4px; }
}
`
