// Folds and unfolds the rest of a source. A browser that finds text in the folded part unfolds it, too.

export function setUpSource(element: HTMLElement): void {
  const button = element.querySelector<HTMLButtonElement>('.fold');
  const rest = element.querySelector<HTMLElement>('.part[hidden]');
  if (!button || !rest) return;
  const showAll = button.textContent;
  const set = (open: boolean): void => {
    if (open) rest.removeAttribute('hidden');
    else rest.setAttribute('hidden', 'until-found');
    button.setAttribute('aria-expanded', `${open}`);
    button.textContent = open ? 'Show the first part only' : showAll;
  };
  button.addEventListener('click', () => {
    const open = button.getAttribute('aria-expanded') === 'true';
    set(!open);
    if (open) button.scrollIntoView({ block: 'nearest' });
  });
  rest.addEventListener('beforematch', () => set(true));
}
