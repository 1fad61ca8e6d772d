package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lawspeaker.bots.RandomBot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A proxy in Java's properties and in the environment. */
@Timeout(60)
class ProxyTest {
    private final Properties before = new Properties();
    private ServerSocket proxy;

    @BeforeEach
    void name_a_proxy_in_the_properties() throws IOException {
        before.putAll(System.getProperties());
        proxy = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        System.setProperty("https.proxyHost", "127.0.0.1");
        System.setProperty("https.proxyPort", Integer.toString(proxy.getLocalPort()));
        System.setProperty("http.nonProxyHosts", ""); // without it Java keeps the loopback from proxies by itself
    }

    @AfterEach
    void forget_it() throws IOException {
        System.setProperties(before);
        proxy.close();
    }

    private static void letGo(TestReferee referee) throws InterruptedException {
        TestReferee.Call call = referee.call();
        call.welcome();
        call.goodbye();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.7.7.7", "localhost", "[::1]"})
    void a_referee_on_the_loopback_is_dialled_without_it(String host) throws Exception {
        try (TestReferee referee = new TestReferee(host)) {
            TestReferee.Run run = referee.play(new ScriptedBot());
            letGo(referee);
            assertNull(run.end());
        }
    }

    @Test
    void a_referee_on_a_socket_is_dialled_without_it(@TempDir Path folder) throws Exception {
        try (TestReferee referee = new TestReferee(folder.resolve("referee"))) {
            TestReferee.Run run = referee.play(new ScriptedBot());
            letGo(referee);
            assertNull(run.end());
        }
    }

    @Test
    void variables_of_the_environment_change_nothing_on_this_machine() throws Exception {
        String place = "127.0.0.1:" + proxy.getLocalPort();
        Map<String, String> environment = new HashMap<>(Map.of("GRPC_PROXY_EXP", place));
        for (String name : new String[] {"http_proxy", "https_proxy", "grpc_proxy", "all_proxy"}) {
            environment.put(name, "http://" + place);
            environment.put(name.toUpperCase(Locale.ROOT), "http://" + place);
        }
        try (TestReferee referee = new TestReferee()) {
            environment.put("LAWSPEAKER_ADDRESS", referee.address());
            Process process = ProcessTest.start(RandomBot.class, environment);
            letGo(referee);
            assertEquals("", ProcessTest.stderr(process));
            assertEquals(0, process.waitFor());
        }
    }

    @Test
    void any_other_address_is_dialled_through_it() throws Exception {
        Settings settings = Settings.builder().address("referee.invalid:50051").build();
        TestReferee.Run run = new TestReferee.Run(new ScriptedBot(), settings);
        try (Socket line = proxy.accept()) {
            String asked = new BufferedReader(new InputStreamReader(line.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            assertEquals("CONNECT referee.invalid:50051 HTTP/1.1", asked);
        }
        run.interrupt();
        run.end();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:1", "127.9.9.9:1", "LocalHost:1", "[::1]:1", "unix:/x"})
    void addresses_of_the_loopback_and_of_sockets_are_of_this_machine(String address) {
        assertTrue(Channels.isLocal(address));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0:1", "192.0.2.1:1", "127.example.org:1", "localhost.example.org:1", "[::2]:1"})
    void others_are_not(String address) {
        assertFalse(Channels.isLocal(address));
    }
}
