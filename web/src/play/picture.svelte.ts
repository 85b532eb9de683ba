/** The player's own picture: an address inside this browser, from a file that is never sent anywhere. */
let address = $state<string>(drawn());

/** A quiet picture for those who have chosen none: drawn here, so that nothing is fetched. */
function drawn(): string {
  const rings = Array.from({ length: 9 }, (_, ring) =>
    `<circle cx="420" cy="300" r="${560 - ring * 62}" fill="hsl(${18 + ring * 9} ${62 - ring * 3}% ${28 + ring * 6.5}%)"/>`).join('');
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600"><rect width="600" height="600" fill="hsl(210 35% 22%)"/>${rings}</svg>`)}`;
}

export const picture = (): string => address;

/** Takes a picture from a file of the player's. */
export function takePicture(file: File): void {
  if (!file.type.startsWith('image/')) return;
  if (address.startsWith('blob:')) URL.revokeObjectURL(address);
  address = URL.createObjectURL(file);
}
