// What the page of a sample does: play, and unfold the source.
import { setUpSource } from './source.js';
import { setUpPlayer } from './player.js';

for (const element of document.querySelectorAll<HTMLElement>('.player')) setUpPlayer(element);
for (const element of document.querySelectorAll<HTMLElement>('.source')) setUpSource(element);
