import { useEffect } from 'react'

/**
 * Replaces the part of the package `react-style-singleton` with which Radix's scroll lock writes a <style> element. A
 * constructed style sheet has the same effect and is allowed under `style-src 'self'`: it exists as long as the
 * component is mounted at least once. As in the original, it is written once, even if the text changes.
 */
export function styleSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null
  return function SingletonStyle({ styles }: { styles: string }) {
    useEffect(() => {
      if (sheet === null) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(styles)
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }
      users += 1
      return () => {
        users -= 1
        if (users > 0) return
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
        sheet = null
      }
      // oxlint-disable-next-line react-hooks/exhaustive-deps
    }, [])
    return null
  }
}
