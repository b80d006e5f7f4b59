// Colours of the viewer. Hues are those of Okabe and Ito, told apart by people with any kind of colour vision; the torque scale is
// cividis. Page colours are in page.css.
import { Color, ColorManagement } from "three";

// Colours go to the screen as they are, without a conversion for every pixel: a tenth of the time where there is no graphics card.
ColorManagement.enabled = false;

export const themes = {
  light: { sky: "#e9edf2", ground: "#d5dae1", grid: "#a9b1bc", result: "#4a9bd6", reference: "#e69f00", rival: "#b06a98",
           bone: "#12324a", otherBone: "#7a4d00", force: "#b0306e", contact: "#b0306e", polygon: "#00795c", centre: "#1b1f27", box: "#c7bda7",
           object: "#8f7fc0", past: "#9a86b8", future: "#5fae95" },
  dark: { sky: "#1d2128", ground: "#2a3038", grid: "#4b5460", result: "#5fb0e8", reference: "#eda33b", rival: "#dd93bf",
          bone: "#d6ecfb", otherBone: "#ffe0ae", force: "#ff7ab8", contact: "#ff7ab8", polygon: "#3fcf9f", centre: "#ffffff", box: "#6f6858",
          object: "#8f7fc0", past: "#9a86b8", future: "#5fae95" },
};

const cividis = ["#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838"].map((hex) => new Color(hex));

/** The colour of a share of 0 to 1. */
export function torqueColour(share, target) {
  const place = Math.min(1, Math.max(0, share)) * (cividis.length - 1);
  const below = Math.min(cividis.length - 2, Math.floor(place));
  return target.lerpColors(cividis[below], cividis[below + 1], place - below);
}
