// Lets the browser of these tests draw with WebGL: imported before everything that starts it.

process.env.CARRICK_WEBGL = "1";
